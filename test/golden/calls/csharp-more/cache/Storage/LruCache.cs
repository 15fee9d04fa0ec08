using System;
using System.Collections.Generic;
using System.Linq;
using Caching.Core;

namespace Caching.Storage
{
    public abstract class CacheBase<TValue> : ICache<string, TValue>
    {
        protected readonly Dictionary<string, Entry<TValue>> Entries = new();
        protected readonly IClock Clock;

        public event EventHandler<EvictedEventArgs> Evicted;

        protected CacheBase(IClock clock)
        {
            Clock = clock;
        }

        public virtual int Count => Entries.Count;

        public bool TryGet(string key, out TValue value)
        {
            if (Entries.TryGetValue(Normalize(key), out var entry) && !IsExpired(entry))
            {
                Touch(key);
                value = entry.Value;
                return true;
            }
            value = default;
            return false;
        }

        public void Put(string key, TValue value)
        {
            Entries[Normalize(key)] = new Entry<TValue>(value, Clock.Now);
            Touch(key);
            Trim();
        }

        protected abstract void Touch(string key);
        protected abstract void Trim();
        protected virtual bool IsExpired(Entry<TValue> entry) => false;

        protected void OnEvicted(string key) => Evicted?.Invoke(this, new EvictedEventArgs(key));

        private static string Normalize(string key) => key.Trim().ToLowerInvariant();
    }

    public class LruCache<TValue> : CacheBase<TValue>
    {
        private readonly LinkedList<string> order = new();
        private readonly int capacity;

        public LruCache(int capacity) : this(capacity, new SystemClock()) { }

        public LruCache(int capacity, IClock clock) : base(clock)
        {
            this.capacity = capacity;
        }

        protected override void Touch(string key)
        {
            order.Remove(key);
            order.AddFirst(key);
        }

        protected override void Trim()
        {
            while (Count > capacity) Evict(Oldest);
        }

        private string Oldest => FindOldest() ?? string.Empty;

        private string FindOldest() => order.Last?.Value;

        private void Evict(string key)
        {
            Entries.Remove(key);
            order.RemoveLast();
            OnEvicted(key);
        }
    }

    public sealed class ExpiringCache<TValue> : LruCache<TValue>
    {
        private readonly TimeSpan age;

        public ExpiringCache(int capacity, TimeSpan age, IClock clock) : base(capacity, clock) => this.age = age;

        protected override bool IsExpired(Entry<TValue> entry) => base.IsExpired(entry) || entry.IsOlderThan(age, Clock);
    }
}
