using Pipe;
using Pipe.Steps;

namespace Pipe.App
{
    internal class AppContext2 : Context
    {
        protected override void OnStart() => Log.Write("start");
    }

    internal static class Program
    {
        private static async System.Threading.Tasks.Task Main()
        {
            var p = Pipeline<AppContext2>.Create()
                .Add(new CountStep())
                .Add(c => c.Items.Set("x", "1"))
                .Add(Touch);
            p.Progress += Show;
            var ctx = await p.RunAsync("in");
            Log.Write(ctx.Items.Get("x")!);
            object o = ctx;
            if (o is Context { } c2) c2.Stop();
            var text = o switch
            {
                AppContext2 a => Describe(a),
                _ => Log.Format("?"),
            };
        }

        static void Touch(AppContext2 c) => c.Items.Set("touch", "1");
        static void Show(int n) => Log.Write(n.ToString());
        static string Describe(AppContext2 a) => a.Items.Get("x") ?? "";
    }

    internal static class Log
    {
        public static void Write(string s) => System.Console.WriteLine(Format(s));
        public static string Format(string s) => $"- {s}";
    }
}
