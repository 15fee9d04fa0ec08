using System;
using System.Collections.Generic;

namespace Warehouse.Events;

public interface IEvent
{
    string Describe();
}

public sealed class StockLow : IEvent
{
    private readonly string _sku;

    public StockLow(string sku) => _sku = sku;

    public string Describe() => $"low: {_sku}";
}

public class EventBus
{
    private readonly Dictionary<Type, List<Action<IEvent>>> _handlers = new();

    public void Subscribe<T>(Action<IEvent> handler) where T : IEvent
    {
        HandlersOf(typeof(T)).Add(handler);
    }

    public void Publish(IEvent @event)
    {
        foreach (var handler in HandlersOf(@event.GetType()))
        {
            handler(@event);
        }
        Log(@event.Describe());
    }

    private List<Action<IEvent>> HandlersOf(Type type)
    {
        if (!_handlers.TryGetValue(type, out var list))
        {
            _handlers[type] = list = new List<Action<IEvent>>();
        }
        return list;
    }

    protected virtual void Log(string line) => Console.WriteLine(line);
}

public class QuietBus : EventBus
{
    protected override void Log(string line)
    {
        if (line.IsNotable())
        {
            base.Log(line);
        }
    }
}
