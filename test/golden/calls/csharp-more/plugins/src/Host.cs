namespace Plug;

using System;
using System.Collections.Generic;

public class Host
{
    private readonly Registry<IPlugin> registry = new Registry<IPlugin>();
    private readonly Dictionary<string, Action<string>> commands = new();
    public Settings Settings { get; set; } = Settings.Default;

    public Host Use<T>() where T : IPlugin, new()
    {
        return Use(new T());
    }

    public Host Use(IPlugin plugin)
    {
        registry.Add(plugin.Name, plugin);
        plugin.Load(this);
        return this;
    }

    public void Command(string name, Action<string> run) => commands[name] = run;

    public void Execute(string line)
    {
        var (name, rest) = Split(line);
        if (commands.TryGetValue(name, out var run))
            run(rest);
        else
            Console.WriteLine(Settings.Message(name));
    }

    public void Shutdown()
    {
        foreach (var plugin in registry.Values())
            plugin.Unload();
        registry.Get("math").Unload();
    }

    private static (string, string) Split(string line)
    {
        return (Text.Head(line), Text.Tail(line));
    }
}
