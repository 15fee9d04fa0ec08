using Plug;

var host = new Host().Use<MathPlugin>().Use(new EchoPlugin());
host.Execute("add 1 2");
Runner.Run(host);

static class Runner
{
    public static void Run(object target)
    {
        switch (target)
        {
            case Host h:
                h.Shutdown();
                break;
            case MathPlugin m:
                m.Unload();
                break;
        }
        (target as Host)?.Execute("echo");
    }
}
