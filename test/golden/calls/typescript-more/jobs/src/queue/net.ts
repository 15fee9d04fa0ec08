export class Response {
  constructor(readonly status: number) {}
  get ok(): boolean {
    return inRange(this.status, 200, 299);
  }
  toError(): Error {
    return new HttpError(this.status);
  }
}

export class HttpError extends Error {
  constructor(status: number) {
    super(text(status));
  }
}

const text = (status: number): string => `HTTP ${status}`;

function inRange(n: number, from: number, to: number): boolean {
  return n >= from && n <= to;
}

export async function get(url: string, { retries = 0 }: { retries?: number } = {}): Promise<Response> {
  for (let i = 0; i <= retries; i++) {
    const res = await once(url);
    if (res.ok) return res;
  }
  throw new HttpError(500);
}

async function once(url: string): Promise<Response> {
  return new Response(url.length);
}

export function check(url: string): void;
export function check(url: URL): void;
export function check(url: string | URL): void {
  if (!String(url).startsWith("http")) throw new TypeError("url");
}
