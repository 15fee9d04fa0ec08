export interface Job<T = unknown> {
  readonly id: string;
  payload: T;
  run(ctx: Context): Promise<void>;
  onError?(error: Error): void;
}

export interface Context {
  log: Logger;
  now(): number;
}

export type Logger = {
  info: (text: string) => void;
  child(scope: string): Logger;
};

export abstract class BaseJob<T> implements Job<T> {
  static #count = 0;
  readonly id: string;

  constructor(public payload: T) {
    this.id = BaseJob.nextId();
  }

  private static nextId(): string {
    return `job-${++BaseJob.#count}`;
  }

  async run(ctx: Context): Promise<void> {
    const log = ctx.log.child(this.id);
    this.validate(this.payload);
    await this.execute(ctx);
    log.info(this.describe());
  }

  protected validate(payload: T): void {
    assertPresent(payload);
  }

  protected abstract execute(ctx: Context): Promise<void>;

  get title(): string {
    return format(this.id);
  }

  protected describe = (): string => this.title;
}

function assertPresent<T>(value: T): asserts value is NonNullable<T> {
  if (value == null) throw new Error("absent");
}

const format = (id: string) => id.toUpperCase();
