/**
 * What an answer repeats of its question, without the question's secrets: who pastes a log or a command with a key in it gets the key into no
 * transcript, context pack or record.
 */
import type { Answer } from "../base/schema.ts";
import { BLANK, redact } from "../files/secrets.ts";

/** Secrets in what was asked. */
export function secretsIn(asked: string): string[] {
  const { text, count } = redact(asked);
  if (count === 0) return [];
  return [...text.matchAll(new RegExp(`${BLANK}+`, "g"))].map(({ index, 0: blanks }) => asked.slice(index, index + blanks.length));
}

/** A value of JSON in whose texts, at any depth, each of some secrets is blanked. */
function without<T>(value: T, secrets: readonly string[]): T {
  if (typeof value === "string")
    return secrets.reduce((text, secret) => text.replaceAll(secret, BLANK.repeat(secret.length)), value as string) as T;
  if (Array.isArray(value)) return value.map((one) => without(one, secrets)) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, without(one, secrets)])) as T;
}

/**
 * An answer that repeats no secret of what was asked. What was found is left as it is: it comes from the redacting reader.
 * @param asked all that the asker wrote
 */
export function echoed(answer: Answer, asked: readonly (string | null | undefined)[]): Answer {
  const secrets = asked.flatMap((text) => (text ? secretsIn(text) : []));
  if (secrets.length === 0) return answer;
  const { query, route, symbol, warnings, suggestions, plan } = answer;
  return { ...answer, ...without({ query, route, symbol, warnings, suggestions, plan }, secrets) };
}
