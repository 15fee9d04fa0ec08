using System;
using System.Threading.Tasks;

namespace Pipe.Steps
{
    public interface IStep<in T> where T : Context
    {
        Task ExecuteAsync(T context);
        bool Succeeded() => true;
        void Report(T context);
    }

    public abstract class StepBase<T> : IStep<T> where T : Context
    {
        protected int Runs;

        public async Task ExecuteAsync(T context)
        {
            Runs++;
            await DoAsync(context);
            Trace(nameof(DoAsync));
        }

        protected abstract Task DoAsync(T context);

        public virtual void Report(T context) => Trace("ok");

        private protected static void Trace(string s) => Console.WriteLine(s);
    }

    public class ActionStep<T> : StepBase<T> where T : Context
    {
        private readonly Action<T> action;

        public ActionStep(Action<T> action)
        {
            this.action = action;
        }

        protected override Task DoAsync(T context)
        {
            action(context);
            return Task.CompletedTask;
        }

        public override void Report(T context)
        {
            base.Report(context);
            context.Items.Set("action", Runs.ToString());
        }
    }

    public sealed class CountStep : StepBase<Context>
    {
        protected override async Task DoAsync(Context context)
        {
            var n = context.Items.Count("n");
            await Task.Delay(Limit(n));
        }

        private int Limit(int n) => Math.Min(n, 10);
    }
}
