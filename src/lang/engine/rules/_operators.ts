/** A table of operators whose methods are called by them: `operator+`. */
export function calledBy(operators: string, prefix: string): Readonly<Record<string, string>> {
  return Object.fromEntries(operators.split(" ").map((one) => [one, prefix + one]));
}
