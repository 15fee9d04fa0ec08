namespace Shop.Domain;

public static class StringExtensions
{
    public static string Shorten(this string text, int max) => text.Length <= max ? text : Cut(text, max);

    private static string Cut(string text, int max) => text.Substring(0, max);
}

public static class Log
{
    public static event System.Action<string>? Written;

    public static void Write(string text)
    {
        Written?.Invoke(Stamp(text));
    }

    private static string Stamp(string text) => text;
}
