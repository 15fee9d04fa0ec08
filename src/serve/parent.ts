/** A server ends with whoever started it. */
import { EXIT } from "../base/errors.ts";
import { mcp } from "./limits.ts";

/** A client that was killed closes our input; where something else holds that open, its death is seen by our parent being another one. */
export function leaveWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(EXIT.ok);
  }, mcp.parentMs).unref();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(EXIT.ok));
}
