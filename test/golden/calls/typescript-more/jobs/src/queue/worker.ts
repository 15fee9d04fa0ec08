import { EventEmitter } from "node:events";
import type { Context, Job, Logger } from "./types";

type Events = { done: [Job]; failed: [Job, Error] };

export class ConsoleLogger implements Logger {
  constructor(private scope = "") {}
  info(text: string): void {
    console.log(this.prefix() + text);
  }
  child(scope: string): Logger {
    return new ConsoleLogger(scope);
  }
  private prefix(): string {
    return this.scope ? `${this.scope}: ` : "";
  }
}

export class Worker {
  private readonly jobs: Job[] = [];
  private readonly events = new EventEmitter<Events>();

  constructor(private readonly ctx: Context) {
    this.handleFailure = this.handleFailure.bind(this);
    this.events.on("failed", this.handleFailure);
  }

  static create(options: Partial<Context> = {}): Worker {
    return new Worker({ log: new ConsoleLogger(), now: Date.now, ...options });
  }

  add(...jobs: Job[]): this {
    this.jobs.push(...jobs.filter((job) => this.accepts(job)));
    return this;
  }

  private accepts({ id }: Job): boolean {
    return !this.jobs.some((j) => j.id === id);
  }

  async drain(): Promise<number> {
    let done = 0;
    for (let job = this.next(); job; job = this.next()) {
      try {
        await job.run(this.ctx);
        done++;
      } catch (e) {
        this.fail(job, e as Error);
      }
    }
    return done;
  }

  private next(): Job | undefined {
    return this.jobs.shift();
  }

  private fail(job: Job, error: Error): void {
    job.onError?.(error);
    this.events.emit("failed", job, error);
  }

  private handleFailure(job: Job): void {
    this.ctx.log.info(`failed ${job.id}`);
  }
}
