export type Result<T, E = Error> = Ok<T> | Err<E>;

export class Ok<T> {
  readonly ok = true as const;
  constructor(readonly value: T) {}
  map<U>(f: (value: T) => U): Result<U, never> {
    return ok(f(this.value));
  }
}

export class Err<E> {
  readonly ok = false as const;
  constructor(readonly error: E) {}
  map(): this {
    return this;
  }
}

export function ok<T>(value: T): Ok<T> {
  return new Ok(value);
}

export const err = <E>(error: E): Err<E> => new Err(error);

export async function attempt<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (e) {
    return err(asError(e));
  }
}

function asError(e: unknown): Error {
  return e instanceof Error ? e : new Error(String(e));
}
