namespace Plug;

public interface IPlugin
{
    string Name { get; }
    void Load(Host host);
    void Unload() { Text.Print(Name); }
}

public abstract class PluginBase : IPlugin
{
    public abstract string Name { get; }

    public void Load(Host host)
    {
        Before();
        Register(host);
    }

    protected virtual void Before() { }
    protected abstract void Register(Host host);
}

public class MathPlugin : PluginBase
{
    public override string Name => "math";

    protected override void Register(Host host)
    {
        host.Command("add", Add);
        host.Command("neg", s => Text.Print(Negate(s)));
    }

    private void Add(string args) => Text.Print(args);

    private string Negate(string s) => "-" + s;
}

public class EchoPlugin : PluginBase
{
    private Host? host;
    public override string Name { get { return "echo"; } }

    protected override void Before()
    {
        base.Before();
        Text.Print("echo");
    }

    protected override void Register(Host h)
    {
        host = h;
        host.Command("echo", Text.Print);
        host.Settings.Set("echo", "on");
    }
}
