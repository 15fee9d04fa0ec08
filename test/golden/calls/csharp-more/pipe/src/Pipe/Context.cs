using System.Collections.Generic;

namespace Pipe
{
    public class Context
    {
        private readonly Stack<long> marks = new Stack<long>();
        public Bag Items { get; } = new Bag();

        public void Start(long at)
        {
            marks.Push(at);
            OnStart();
        }

        public void Stop() => OnStop(marks.Pop());

        protected virtual void OnStart() { }

        protected virtual void OnStop(long t) { Items.Set("stop", t.ToString()); }
    }

    public class Bag
    {
        private readonly Dictionary<string, string> map = new();

        public string this[string key]
        {
            get => Get(key) ?? "";
            set => Set(key, value);
        }

        public string? Get(string key) => map.TryGetValue(Key(key), out var v) ? v : null;
        public void Set(string key, string value) => map[Key(key)] = value;
        private static string Key(string k) => k.ToLowerInvariant();
    }

    public static class BagExtensions
    {
        public static int Count(this Bag bag, string key) => Parse(bag.Get(key));
        static int Parse(string? s) => int.TryParse(s, out var n) ? n : 0;
    }
}
