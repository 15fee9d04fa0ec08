import { BaseJob, type Context } from "./types";
import * as net from "./net";

export class FetchJob extends BaseJob<{ url: string }> {
  protected async execute(ctx: Context): Promise<void> {
    const res = await net.get(this.payload.url, { retries: 2 });
    if (!res.ok) throw res.toError();
    ctx.log.info(String(ctx.now()));
  }

  protected override validate(payload: { url: string }): void {
    super.validate(payload);
    net.check(payload.url);
  }
}

export class MailJob extends BaseJob<string> {
  constructor(to: string, private readonly render: (to: string) => string = plain) {
    super(to);
  }

  protected async execute(): Promise<void> {
    send(this.payload, this.render(this.payload));
  }

  onError(error: Error): void {
    send("admin", error.message);
  }
}

function plain(to: string): string {
  return `hi ${to}`;
}

function send(to: string, body: string): void {
  console.log(to, body);
}

export const registry = {
  fetch: (arg: string) => new FetchJob({ url: arg }),
  mail: (arg: string) => new MailJob(arg),
} satisfies Record<string, (arg: string) => BaseJob<any>>;
