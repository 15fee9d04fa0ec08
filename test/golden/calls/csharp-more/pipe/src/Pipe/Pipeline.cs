using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Pipe.Steps;

namespace Pipe;

public delegate void ProgressHandler(int done);

public sealed class Pipeline<TContext> where TContext : Context, new()
{
    private readonly List<IStep<TContext>> steps = new();
    private readonly Lazy<Clock> clock = new(() => new Clock());
    public event ProgressHandler? Progress;

    public static Pipeline<TContext> Create() => new();

    public Pipeline<TContext> Add(IStep<TContext> step)
    {
        ArgumentNullException.ThrowIfNull(step);
        steps.Add(step);
        return this;
    }

    public Pipeline<TContext> Add(Action<TContext> action) => Add(new ActionStep<TContext>(action));

    public async Task<TContext> RunAsync(string input)
    {
        var context = new TContext();
        context.Start(clock.Value.Now());
        foreach (var step in steps)
        {
            await step.ExecuteAsync(context);
            Notify(steps.IndexOf(step));
        }
        return Finish(context);
    }

    private TContext Finish(TContext c)
    {
        c.Stop();
        var failed = steps.Where(s => !s.Succeeded()).ToList();
        failed.ForEach(s => s.Report(c));
        return c;
    }

    private void Notify(int done) => Progress?.Invoke(done);
}

public class Clock
{
    public long Now() => Ticks();
    private static long Ticks() => DateTime.Now.Ticks;
}
