using System.Collections.Generic;

namespace Plug
{
    public class Registry<T> where T : class
    {
        private readonly Dictionary<string, T> items = new Dictionary<string, T>();

        public void Add(string key, T value)
        {
            EnsureFree(key);
            items[key] = value;
        }

        public T Get(string key) => items[key];
        public IEnumerable<T> Values() => items.Values;
        private void EnsureFree(string key)
        {
            if (items.ContainsKey(key)) throw new DuplicateException(key);
        }
    }

    public class DuplicateException : System.Exception
    {
        public DuplicateException(string key) : base(Text.Quote(key)) { }
    }

    public class Settings
    {
        public static readonly Settings Default = new Settings();
        private readonly Dictionary<string, string> map = new();
        public void Set(string k, string v) => map[Normalize(k)] = v;
        public string Message(string n) => Text.Quote(n);
        private static string Normalize(string k) => k.ToLower();
    }

    public static class Text
    {
        public static string Head(string s) => s.Split(' ')[0];
        public static string Tail(string s) => s.Substring(Head(s).Length);
        public static void Print(string s) => System.Console.WriteLine(s);
        public static string Quote(string s) => "'" + s + "'";
    }
}
