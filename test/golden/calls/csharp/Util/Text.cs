using System.Collections.Generic;

namespace Shop.Util;

public static class Text
{
    public static string Shout(string s) => Trim(s).ToUpper();

    public static string Trim(string s) => s.Trim();

    public static string Slug(this string s) => Clean(s);

    private static string Clean(string s) => s;
}

public class Registry<T>
{
    private readonly Dictionary<string, T> _items = new();

    public void Add(string key, T item) => _items[Normalize(key)] = item;

    public T Get(string key) => _items[Normalize(key)];

    private string Normalize(string key) => key.Slug();
}

public class Settings
{
    public static Settings Current { get; } = new Settings();

    public Settings Load()
    {
        return this;
    }

    public void Apply()
    {
    }
}
