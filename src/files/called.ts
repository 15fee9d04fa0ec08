/**
 * Passwords and keys among the arguments of calls that take them (`SetBasicAuth("svc", "…")`, `req.basic_auth 'svc', '…'`): by the place of the argument where a call
 * has one, by the value where it has not.
 */
import type { Span } from "./issued.ts";
import { isChosen, isHeld } from "./values.ts";

/**
 * Which argument is the password, from 0; nothing else can stand there. Where a call is overloaded or its name has other uses, `null`: each argument but the first
 * that looks like a secret.
 */
const CALLS: readonly (readonly [names: string, place: number | null])[] = [
  [
    "[sS]et_?[bB]asic_?[aA]uth|\\.basic_?[aA]uth|HTTP(?:Basic|Digest|Proxy)Auth|HttpNtlmAuth|NetworkCredential|BasicAuth(?:entication|Credentials?)?|UsernamePassword(?:Credentials?|AuthenticationToken)|PasswordAuthentication|username_pw_set|PSCredential|basicAuth|PlainAuthProvider|\\bwith_auth|[wW]i[fF]i\\.connect|wlan\\.connect|sta_if\\.connect|\\bauthenticate(?:_\\w{1,20}|[A-Z]\\w{0,20})?|[cC]redentials\\.basic|\\bNewStatic(?:V4|V2|Credentials)?|\\bUserPassword|\\.bind(?=\\(['\"](?:cn|uid|dn)=)|\\bX509Certificate2?|\\bAuthenticationHeaderValue|postgresql_password|mysql_password|\\bunlock(?:Account)?|StaticCredentials|\\bauth[ \\t]{0,2}=[ \\t]{0,2}|(?:\\.|->|::|\\b)[lL]og_?[iI]n(?:_as|[A-Z]\\w{0,12})?",
    1,
  ],
  ["\\b(?:ftp|imap|ssh|cas|net)_login", 2],
  ["\\.(?:[uU]np|[pP])rotect(?:Sheet|Workbook)?", 0],
  [
    "\\bPlainAuth|\\badd_auth|\\bgetConnection|\\bConnector\\.connect|\\bmysqli?_(?:p?connect)|\\bnew[ \\t]+(?:PDO|mysqli)|\\bDBI->connect(?:_cached)?|\\bSequelize|\\bauth_basic|\\bimap_open|\\bldap3\\.Connection|\\bFTP\\.(?:open|new)|\\b[sS][mM][tT][pP]\\.start|\\bldap_bind|\\bodbc_connect|\\bmysql_connect|mysqloo\\.connect|\\bftp(?=\\()|\\bdatabase(?=\\(')|\\boci_connect|\\bpg_connect|\\bssh2_auth_password|\\bDrivers?\\.connect",
    2,
  ],
  ["\\bWiFi(?:Multi)?\\.(?:begin|addAP|softAP)|\\bhttp_basic_auth|\\bAuthBasic", 1],
  ["\\bCredentials|mysql_real_connect|\\bNewDialer|[uU]pdater?\\.setup|\\bNewPlainDialer", 3],
  ["\\bQNetworkProxy", 4],
  ["userauth_password", 2],
  ["\\bssh\\.Password", 0],
  [
    "(?:[sS]ign_?[iI]n|[aA]uthenticate|[cC]onnect|[aA]uth|[lL]og_?[iI]n|[pP]ass(?:word|wd|phrase)|[cC]redentials?|PASSWORD)(?=\\()|\\bJedis(?:Pool|Cluster)?|\\bSQLCONNECT|\\b(?:simple_bind(?:_s)?|bind_s)|\\bFTP(?:_TLS)?|\\.signWith|\\bcreate(?:Cipher|Decipher)(?:iv)?|\\b[AD]ES\\.(?:en|de)crypt|\\bPQsetdbLogin|\\bcreateHmac|\\b(?:hmac|HMAC)\\.new|\\bhash_hmac|\\bjwt\\.(?:sign|verify|encode|decode)|\\bbasic_auth|\\bBasicAuth",
    null,
  ],
];
const CALL = new RegExp(`(?:${CALLS.map(([names]) => `(${names})`).join("|")})(?:\\(|[ \\t]{1,3}(?=["']))`, "g");
const TEXT = /"([^"\n]{0,200})"|'([^'\n]{0,200})'/g;
/** Of the text after a call. */
const MAX_ARGUMENTS = 400;

export function calledSpans(text: string, spans: Span[]): void {
  CALL.lastIndex = 0;
  for (let call = CALL.exec(text); call !== null; call = CALL.exec(text)) {
    const from = CALL.lastIndex;
    const place = CALLS[call.slice(1).findIndex((name) => name !== undefined)]![1];
    // An argument may stand on a line of its own.
    const line = text
      .slice(from, from + MAX_ARGUMENTS)
      .replace(/^\s*\n|,[ \t]*\r?\n/g, (end) => end.replace(/\n/g, " "))
      .split("\n", 1)[0]!;
    const bare = !call[0].endsWith("(");
    TEXT.lastIndex = 0;
    for (let one = TEXT.exec(line); one !== null; one = TEXT.exec(line)) {
      const value = one[1] ?? one[2]!;
      const before = line.slice(0, one.index).replace(TEXT_BEFORE, "");
      // Not in another call, but for those that wrap a text (`Some("…")`).
      if (before.includes(")")) break;
      const open = before.lastIndexOf("(");
      if (open >= 0 && before.slice(open).includes(",")) continue;
      // Without brackets and commas (Haskell) texts are arguments as they follow each other.
      const at = bare && !before.includes(",") ? (line.slice(0, one.index).match(TEXT_BEFORE)?.length ?? 0) : before.split(",").length - 1;
      if (
        place === null
          ? at > 0 && !/\w[ \t]?=[ \t]?$/.test(before) && (isHeld(value) || (/[^\w.-]/.test(value) && isChosen(value)))
          : at === place && (isHeld(value) || isChosen(value))
      )
        spans.push([from + one.index + 1, from + one.index + 1 + value.length]);
    }
  }
}
const TEXT_BEFORE = /"[^"\n]{0,200}"|'[^'\n]{0,200}'/g;
