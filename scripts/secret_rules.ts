/**
 * Makes `src/files/secret_rules.json` of gitleaks' published rules: `bun scripts/secret_rules.ts GITLEAKS.toml REVISION LICENSE`.
 *
 * gitleaks (MIT) is kept by many; its table of what issuers' keys look like is worth more than one of ours. Its engine is a program for another
 * language, so only the table is taken: expressions of RE2 are written in JavaScript's form, and each rule is told by what it begins with
 * (`anchors`) or by the issuer's name before an assigned value (`context`). Left out is what names no secret (public ids), what needs a path, and what
 * redact() knows better (private keys, assigned values, addresses, `curl`).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@decimalturn/toml-patch";

interface Published {
  id: string;
  regex?: string;
  keywords?: string[];
  entropy?: number;
  secretGroup?: number;
}

const [file, revision, licence] = process.argv.slice(2);
if (file === undefined || revision === undefined || licence === undefined)
  throw new Error("Usage: bun scripts/secret_rules.ts GITLEAKS.toml REVISION LICENSE");

const LEFT_OUT =
  /^(?:generic-api-key|private-key|pkcs12-file|hashicorp-tf-password|curl-.*|nuget-config-password|twilio-api-key|jwt|kubernetes-secret-yaml|freemius-secret-key|gitlab-session-cookie|microsoft-teams-webhook|slack-webhook-url|.*-(?:client-id|access-id|pub-key|pub-api-key|public-key))$/;

/** The part of contextual rules between the issuer's name and the value. */
const SEPARATION = "(?:=|>|:{1,3}=|";

/** Anchors of rules whose keywords are no part of what is matched, or are too common to look for. */
const ANCHORS: Readonly<Record<string, string[]>> = {
  "airtable-personnal-access-token": [],
  "azure-ad-client-secret": ["q~"],
  "cloudflare-origin-ca-key": ["v1.0-"],
  "facebook-access-token": [],
  "sourcegraph-access-token": ["sgp_"],
  "vault-service-token": ["hvs."],
  "slack-app-token": ["xapp-"],
  "slack-bot-token": ["xoxb-"],
  "slack-legacy-bot-token": ["xoxb-"],
  "slack-legacy-token": ["xoxo-", "xoxs-"],
  "slack-legacy-workspace-token": ["xoxa-", "xoxr-"],
  "slack-user-token": ["xoxp-", "xoxe-"],
  "hashicorp-tf-api-token": ["atlasv1."],
  "intra42-client-secret": ["s-s4t2ud-", "s-s4t2af-"],
  "sidekiq-sensitive-url": [],
};

/** RE2 as JavaScript: flags in the middle of an expression hold to the end of their group. */
function translated(source: string): { source: string; flags: string } {
  let text = source
    .replaceAll("[[:alnum:]]", "[A-Za-z0-9]")
    .replaceAll("\\z", "(?![\\s\\S])")
    .replaceAll(/\(\?P<\w+>/g, "(");
  let flags = "";
  if (text.startsWith("(?i)")) {
    flags = "i";
    text = text.slice(4);
  }
  for (;;) {
    const at = text.indexOf("(?i)");
    if (at < 0) break;
    let depth = 0;
    let end = at + 4;
    for (let inClass = false; end < text.length; end++) {
      const sign = text[end];
      if (sign === "\\") end++;
      else if (inClass) inClass = sign !== "]";
      else if (sign === "[") inClass = true;
      else if (sign === "(") depth++;
      else if (sign === ")" && depth-- === 0) break;
    }
    text = `${text.slice(0, at)}(?i:${text.slice(at + 4, end)})${text.slice(end)}`;
  }
  return { source: text, flags };
}

const { rules } = parse(readFileSync(file, "utf8")) as unknown as { rules: Published[] };
const out = [];
for (const { id, regex, keywords = [], entropy = 0, secretGroup = 1 } of rules) {
  if (regex === undefined || LEFT_OUT.test(id)) continue;
  const { source, flags } = translated(regex);
  const context = source.includes(SEPARATION);
  // What stands before the issuer's name says nothing and makes every try start fifty times.
  const plain = context ? source.replaceAll("[\\w.-]{0,50}?", "") : source;
  // An expression that is none here either is to be seen when the table is made, not when it is used.
  new RegExp(plain, flags);
  const anchors = context ? keywords : (ANCHORS[id] ?? keywords);
  if (anchors.length === 0) continue;
  out.push({ id, context, anchors: anchors.map((one) => one.toLowerCase()), regex: plain, flags, entropy, group: secretGroup });
}
const table = {
  source: "gitleaks, config/gitleaks.toml",
  revision,
  licence: readFileSync(licence, "utf8").trim().split("\n"),
  rules: out,
};
writeFileSync(join(import.meta.dir, "../src/files/secret_rules.json"), `${JSON.stringify(table, null, 1)}\n`);
console.log(`${out.length} of ${rules.length} rules; ${out.filter(({ context }) => context).length} by the issuer's name before a value.`);
