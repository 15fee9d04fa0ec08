export class Logger {
  child(name: string): Logger {
    return new Logger();
  }
  info(m: string) {
    this.write(m);
  }
  private write(m: string) {
    console.log(m);
  }
}

export const logger = new Logger();

export function timed<T>(fn: () => T): T {
  const t = now();
  const out = fn();
  logger.child("timer").info(String(now() - t));
  return out;
}

function now() {
  return Date.now();
}
