import { registry, FetchJob } from "@queue/jobs";
import { Worker as Runner } from "@queue/worker";

type Kind = keyof typeof registry;

function parse(args: string[]): [Kind, string][] {
  return args.map(split).filter(isKnown);
}

function split(arg: string): [string, string] {
  const [kind = "", value = ""] = arg.split("=");
  return [kind, value];
}

function isKnown(pair: [string, string]): pair is [Kind, string] {
  return pair[0] in registry;
}

async function main(): Promise<void> {
  const runner = Runner.create();
  const jobs = parse(process.argv.slice(2)).map(([kind, value]) => registry[kind](value));
  const first = registry.mail("root");
  const n = await runner.add(first, ...jobs, new FetchJob({ url: "http://x" })).drain();
  console.log(n, first.title);
}

main().catch(report);

function report(error: unknown) {
  console.error(error);
}
