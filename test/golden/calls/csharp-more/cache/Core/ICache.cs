using System;
using System.Collections.Generic;

namespace Caching.Core
{
    public interface ICache<TKey, TValue>
    {
        bool TryGet(TKey key, out TValue value);
        void Put(TKey key, TValue value);
        int Count { get; }
    }

    public interface IClock
    {
        DateTime Now { get; }
    }

    public sealed class SystemClock : IClock
    {
        public DateTime Now => Read();
        private static DateTime Read() => DateTime.UtcNow;
    }

    public record Entry<T>(T Value, DateTime Created)
    {
        public bool IsOlderThan(TimeSpan age, IClock clock) => clock.Now - Created > age;
        public double Age => Seconds(DateTime.UtcNow);
        private double Seconds(DateTime now) => (now - Created).TotalSeconds;
    }

    public class EvictedEventArgs : EventArgs
    {
        public EvictedEventArgs(string key) { Key = key; }
        public string Key { get; }
    }
}
