using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Caching.Core;
using Caching.Storage;
using Strings = Caching.App.StringExtensions;

namespace Caching.App
{
    public static class StringExtensions
    {
        public static string Shout(this string text) => text.ToUpper() + Suffix();
        public static string Suffix() => "!";
    }

    public class Loader
    {
        private readonly ICache<string, string> cache;
        private readonly Func<string, Task<string>> fetch;

        public Loader(ICache<string, string> cache, Func<string, Task<string>> fetch = null)
        {
            this.cache = cache;
            this.fetch = fetch ?? FetchAsync;
        }

        public async Task<string> LoadAsync(string key)
        {
            if (cache.TryGet(key, out var hit)) return hit;
            var loaded = await fetch(key);
            cache.Put(key, loaded);
            return loaded.Shout();
        }

        private static async Task<string> FetchAsync(string key)
        {
            await Task.Delay(10);
            return Render<string>(key, k => Decorate(k));
        }

        private static T Render<T>(string key, Func<string, T> map) => map(key);

        private static string Decorate(string key) => Strings.Suffix() + key;
    }

    public struct Money
    {
        public decimal Amount { get; init; }
        public static Money operator +(Money a, Money b) => new Money { Amount = a.Amount + b.Amount };
        public static implicit operator Money(decimal amount) => new Money { Amount = amount };
        public override string ToString() => Format(Amount);
        private static string Format(decimal amount) => amount.ToString("0.00");
    }

    public static class Program
    {
        public static async Task Main(string[] args)
        {
            var clock = new SystemClock();
            var cache = new ExpiringCache<string>(10, TimeSpan.FromMinutes(1), clock);
            cache.Evicted += OnEvicted;
            var loader = new Loader(cache);
            foreach (var key in args.Select(Clean).Where(k => IsValid(k)))
            {
                Console.WriteLine(await loader.LoadAsync(key));
            }
            Report(cache);
            var total = Sum(new List<Money> { new Money { Amount = 1 } });
            Console.WriteLine(total.ToString());

            string Clean(string raw) => raw.Trim();
        }

        private static bool IsValid(string key) => key.Length > 0;

        private static void OnEvicted(object sender, EvictedEventArgs e) => Console.WriteLine(e.Key.Shout());

        private static void Report(ICache<string, string> cache)
        {
            Console.WriteLine(cache.Count);
            if (cache is LruCache<string> lru) lru.Put("report", nameof(Report));
        }

        private static Money Sum(IEnumerable<Money> all)
        {
            Money sum = new Money();
            foreach (var one in all) sum = sum + one;
            return sum;
        }
    }
}
