/**
 * Secrets that no issuer has a form for: what is assigned, passed or written beside a name that says so (`DB_PASSWORD=…`, `setToken("…")`,
 * `<password>…</password>`, `curl -u user:…`, `IDENTIFIED BY '…'`).
 *
 * A name alone decides nothing: types, calls, templates, labels and words stay readable. What decides is the value: how it is written and how random it is.
 * Every look is bounded, so a pass is linear in the text. Measured by `scripts/bench/secrets.ts`.
 */
import { entropy, type Span } from "./issued.ts";

/** Names that say secret, in whatever case; `pass` alone needs more around it. */
const CUE =
  /pass(?:w(?:or)?d|wort|phrase|code)?|pwd|pswd|psk|secret|token|cred(?:ential)?|(?:api|access|auth|account|private|encryption|encrypt|signing|sign|master|storage|license|session|shared|client|app|consumer|service|admin|deploy|hmac|crypto|cipher|aes|jwt|webhook|primary|secondary|subscription|function|security|ingest|sas|pre_?shared|bot|server|cookie)[_. -]?key|authorization|(?:sess(?:ion)?|phpsess|jsession)_?id|_auth\b|pepper|masterauth|_pw\b|(?:auth|logged_in|nonce)_salt/gi;

/** Longest name, and longest value, that is looked at. */
const MAX_NAME = 80;
const MAX_VALUE = 300;
/** Of the line before a name. */
const MAX_LINE = 400;
/** Keys may be base64 of whole DER structures. */
const MAX_KEY = 8_000;

/** What follows the cue in names that tell something about a secret instead of holding it. */
const ATTRIBUTE =
  /^s?[_-]?(?:len(?:gth)?|size|count|min|max|policy|type|kind|field|label|name|url|uri|path|file|filename|dir|ttl|expir\w*|expires?\w*|time\w*|age|regex\w*|pattern|hint|prompt|title|message|msg|error\w*|reset|input|placeholder|col|column|param\w*|header|format|alg\w*|version|limit|encod\w*|prefix|suffix|required|enabled|strength|changed|at|date|endpoint|issuer|audience|scopes?|provider|class|store|mgr|manager|service|handler|factory|builder|valid\w*|verif\w*|check\w*|generat\w*|rotation|usage|index|idx|pos\w*|offset|start|end|stream|list|set|map|array|iter\w*|pars\w*|help\w*|desc\w*|text|info|ref|refs|schema|model|view|form|page|button|link|icon|attempt\w*|retr\w*|num\w*|total|id|ids|env|var|variable|arn|selector|mount\w*|budget\w*)(?![a-z])/i;

/** What stands before the cue in names of the same sort. */
const ABOUT =
  /(?:^|[_.-])(?:no|is|has|have|use|show|hide|forgot|reset|change|invalid|missing|wrong|max|min|num|next|prev|last|first|count|public|csrf|xsrf|syntax|lex|eof|end|start)[_-]?$/i;

/** After the name: what may close it (a quote, a bracket), then how a value is given. */
const ASSIGNED = /\\?["'`]?(?:\[\d{0,4})?\]?[ \t]{0,24}(?:=>|:=|\?=|\|\|=|<-|={1,3}|:{1,2}(?!=))[ \t]{0,12}/y;
const TYPED = /[?!]?[ \t]{0,4}:[ \t]{0,4}[\w<>|.?&[\] ]{1,40}?[ \t]{0,4}=[ \t]{0,4}(?=["'`])/y;
const ASSIGNED_TYPE = /[ \t]{1,4}(?:string|String|&str|\*?char|As[ \t]{1,4}String)\b[ \t]{0,4}=[ \t]{0,4}(?=["'`])/y;
const CALLED = /\([ \t]{0,4}(?=[\w@]{0,2}\\?["'`])/y;
const LISTED = /\\?["'`]\]?\)?[ \t]{0,4},[ \t]{0,24}(?=[\w@]{0,2}\\?["'`])/y;
/** `process.env.TOKEN || "…"`. */
const DEFAULTED = /["'`]?[\])]{0,2}[ \t]{0,4}(?:\|\||\?\?)[ \t]{0,4}(?=["'`])/y;
const TAGGED = />[ \t]{0,4}(?=[^<\s])/y;
const ATTRIBUTED = /["']\s{1,80}(?:android:)?value[ \t]{0,4}=[ \t]{0,4}(?=["'])/iy;
/** `<string name="api_key">…</string>`, and a property list's `<key>…</key><string>…</string>`. */
const NAMED_ELEMENT = /["'][^<>\n]{0,80}>[ \t]{0,4}(?=[^<\s])/y;
const KEYED_ELEMENT = /<\/key>\s{0,80}<(?:string|data)>\s{0,80}(?=[^<\s])/iy;
const BELOW = /\\?["']?[ \t]{0,4},?[ \t]{0,4}\r?\n?[ \t]{0,40}["']?value["']?[ \t]{0,4}[:=][ \t]{0,8}/iy;
const NAMED = /(?:^|[\s{,("':-])(?:name|key|var|variable)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?$/i;
const SPACED = /[ \t]{1,8}(?=\S)/y;
const SPACED_QUOTED = /[ \t]{1,4}(?:BY[ \t]{1,4}|=[ \t]{0,4})?(?=N?['"])/iy;

/** What may stand before a name that begins a line of settings. */
const SETTING =
  /^[ \t]*(?:[-*+][ \t]+)?(?:(?:#|\/\/|;|--)[ \t]*)?(?:(?:export|set|setx|setenv|env|arg|declare[ \t]+-x|local|readonly|environment[=:]|-e|--env|\$env:|\/\/[\w.:/-]{1,120}:)[ \t]*["']?)?$/i;

/** Programs whose option is a password: mysql -pPW, sshpass -p PW, redis-cli -a PW. */
const OPTIONS =
  /\b(?:(?:mysql(?:dump|admin|import|sh)?|mariadb(?:-dump)?|mongo(?:sh|dump|restore|export|import)?|sshpass|(?:docker|podman|az|cf|oc|helm[ \t]+registry)[ \t]+login|rabbitmqadmin|influx|cqlsh|7z|vncviewer)\b(?:[^\n|;]|\\\n){0,300}?[ \t]-p|redis-cli\b(?:[^\n|;]|\\\n){0,200}?[ \t]-a|ldap(?:search|modify|add|passwd|delete)\b(?:[^\n|;]|\\\n){0,300}?[ \t]-w|(?:sqlcmd|bcp|unzip|zip|ipmitool)\b(?:[^\n|;]|\\\n){0,300}?[ \t]-P|xfreerdp\b(?:[^\n|;]|\\\n){0,300}?[ \t]\/p:)(?:[ \t]{1,3}|=)?(["']?)([^\s"'-][^\s"']{3,120})\1(?=[\s"']|$)/g;
const CURL =
  /\b(?:curl|http|https|wget|lynx|aria2c|restic|git)\b(?:[^\n]|\\\n){0,400}?[ \t](?:-u|--user|-U|--proxy-user|-a|--auth)[ \t=]{0,3}["']?([^\s"':=/]{1,64}):([^\s"']{3,120})/g;
const HTPASSWD = /\bhtpasswd\b[ \t]+-\w*b\w*[ \t]+\S{1,200}[ \t]+\S{1,64}[ \t]+(["']?)(\S{4,100}?)\1(?=\s|$)/g;
const PASS_SOURCE = /(?:^|[\s"'=])pass:([^\s"']{4,120})/g;
const CHPASSWD = /\becho[ \t]+(?:-\w+[ \t]+)?["']?[\w.-]{1,32}:([^\s"'|]{4,100})["']?[ \t]*\|[ \t]*(?:sudo[ \t]+)?chpasswd\b/g;
const PGPASS = /^[\w.*-]{1,120}:(?:\d{4,5}|\*):[\w.*-]{1,64}:[\w.*-]{1,64}:(\S{3,120})\r?$/gm;
const NETRC = /\b(?:machine|default)\b[^\n]{0,200}?\s{1,20}login\s{1,20}\S{1,120}\s{1,20}password\s{1,20}(\S{3,200})/g;
const ORACLE = /(?:\bjdbc:oracle:(?:thin|oci):|\bsqlplus[ \t]+(?:-\w+[ \t]+)?)[\w.$-]{1,64}\/([^\s@"'/]{3,100})@/gi;
const SMB = /[ \t](?:-U|--user)[ \t=]?["']?[\w.\\/-]{1,64}%([^\s"']{3,100})/g;
const NET_USE = /\bnet[ \t]+use\b[^\n]{0,200}?[ \t]\\\\\S{1,120}[ \t]+([^\s/"'*][^\s"']{3,100})[ \t]+\/user:/gi;
const SECURE_STRING = /\bConvertTo-SecureString[ \t]+(?:-String[ \t]+)?["']([^"'\n]{4,200})["']/gi;
const IDENTIFIED =
  /\b(?:USER|ROLE|GRANT|TO)\b[^\n;]{0,200}?\bIDENTIFIED[ \t]+(?:WITH[ \t]+\w{1,40}[ \t]+)?(?:BY|AS)[ \t]+(?:PASSWORD[ \t]+)?(["']?)([^\s"'`;]{4,200})\1/gi;
const SET_PASSWORD = /\bSET[ \t]+PASSWORD[ \t]+FOR[ \t]+\S{1,80}[ \t]*=[ \t]*'([^'\n]{4,200})'/gi;
/** Terraform's default of a variable. */
const DEFAULT =
  /\bvariable[ \t]+"[\w-]{0,60}(?:pass(?:w(?:or)?d|phrase)?|pwd|secret|token|key)"[ \t]*\{[^}]{0,400}?\bdefault[ \t]*=[ \t]*"([^"\n]{6,300})"/g;
/** Go's MySQL driver. */
const DRIVER = /\b[\w.-]{1,40}:([^\s@"'`/:]{4,100})@(?:tcp|udp|unix)\(/g;
/** Laravel's key: 32 bytes. */
const APP_KEY = /\bbase64:([A-Za-z0-9+/]{43}=)(?![A-Za-z0-9+/=])/g;
/** `${db.password:…}`, `${DB_PASSWORD:-…}`. */
const FALLBACK = /\$\{[\w.-]{0,80}(?:passw(?:or)?d|pwd|passphrase|secret|token|key)[\w.-]{0,20}:-?([^}\s"'$]{6,300})\}/gi;
const MNEMONIC = /\b(?:mnemonic|seed[ _]?phrase)["']?[ \t]{0,4}[:=][ \t]{0,4}["'`]([a-z]{3,8}(?: [a-z]{3,8}){11,23})["'`]/gi;
/** Keys of accounts of Ethereum. */
const ACCOUNTS = /\baccounts["']?[ \t]{0,4}:\s{0,20}\[\s{0,20}["'`](?:0x)?([0-9a-f]{64})["'`]/gi;
/** Calls that take a name and a password, or a message and a key: every text after the first that looks like one. */
const CREDENTIALS =
  /(?:\.(?:login|log_in|signin|sign_in|authenticate|connect)|\bcreateHmac|\b(?:hmac|HMAC)\.new|\bhash_hmac|\bjwt\.(?:sign|verify|encode|decode)|\b(?:[sS]et)?[bB]asic_?[aA]uth|\bHTTP(?:Basic|Digest)Auth|\bBasicAuth(?:entication)?|\bNetworkCredential|\bgetConnection|\b(?:Username)?PasswordCredentials?|\bUsernamePasswordCredentials|\bPasswordAuthentication|\bmysqli?(?:_p?connect)?|\bnew[ \t]+PDO|\bauth[ \t]{0,2}=[ \t]{0,2})\(/g;
const TEXT = /"([^"\n]{1,200})"|'([^'\n]{1,200})'/g;
/** Calls whose only text is the key. */
const KEY_CALLS =
  /\b(?:new[ \t]+[A-Z]\w{0,40}(?:Client|Api|API|SDK)?|\w{0,40}\.(?:auth|setApiKey|set_api_key|withApiKey|authorize|init|configure))\([ \t]{0,4}["'`]([\w+/=.~-]{24,400})["'`]/g;
const AUTHORIZATION =
  /\b(?:proxy-)?(?:authorization|bearer)["']?[ \t]{0,4}[:=][ \t]{0,4}["'`]?(?:(?:token|bearer|basic|api-?key|key|digest)[ \t:=]{1,4})?["']?([\w.~+/=:-]{8,4000})/gi;
const SUDO =
  /\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?(["']?)([^\s"'|]{4,100})\1[ \t]*\|[ \t]*(?:sudo|su|passwd|docker[ \t]+login|gpg|cryptsetup|openssl)\b[^\n]{0,200}?(?:[ \t]-S\b|--stdin|--password-stdin|--passphrase-fd|stdin|[ \t]-$)/gm;
/** Programs that are given a name and then a password or a key by their place in the line. */
const GIVEN =
  /\b(?:net[ \t]+user[ \t]+[\w.-]{1,60}|snyk[ \t]+auth|npm[ \t]+config[ \t]+set[ \t]+\S{1,160}|(?:useradd|usermod)\b[^\n]{0,120}?[ \t]-p|(?:codecov|codacy-coverage-reporter|sentry-cli)\b[^\n]{0,120}?[ \t](?:-t|--auth-token)|gem[ \t]+push\b[^\n]{0,80}?--key|(?:git|hg|svn)\b[^\n]{0,200}?--password|doctl[ \t]+auth[ \t]+init[ \t]+-t|heroku[ \t]+authorizations:create|consul[ \t]+kv[ \t]+put[ \t]+\S{0,80}(?:pass|secret|token|key)\S{0,40}|aws[ \t]+configure[ \t]+set[ \t]+\S{1,60})[ \t=]+(["']?)([^\s"'$<>{}%-][^\s"'$<>{}]{5,300})\1(?=\s|$)/g;
/** `NAME=value` among the words of programs that keep secrets. */
const KEPT =
  /\b(?:vault[ \t]+(?:kv[ \t]+put|write)|kubectl[ \t]+create[ \t]+secret|heroku[ \t]+config:set|fly(?:ctl)?[ \t]+secrets[ \t]+set|wrangler[ \t]+secret|helm[ \t]+(?:install|upgrade)|eb[ \t]+setenv|cf[ \t]+set-env|az[ \t]+keyvault|dokku[ \t]+config:set|netlify[ \t]+env:set|vercel[ \t]+env)\b(?:[^\n]|\\\n){0,600}/g;
const KEPT_VALUE =
  /[\w.[\]-]{0,60}(?:pass(?:w(?:or)?d)?|pwd|secret|token|key|cred\w*)[\w.-]{0,30}=(["']?)([^\s"'$<>{}]{5,300})\1(?=\s|$|,)/gi;
const BASIC = /\bBasic[ \t]+([A-Za-z0-9+/]{8,400}={0,2})(?![\w+/=])/g;
const BEARER = /\b(?:Bearer|Token|ApiKey|Negotiate|SSWS|GenieKey|Splunk|OAuth)[ \t]+(?:token=)?["']?([\w.~+/=-]{20,4000})/g;
const SCHEMES = ["Bearer", "Token ", "ApiKey", "Negotiate", "SSWS", "GenieKey", "Splunk", "OAuth"];
const HEADER_KEY =
  /\b(?:X|x)-[A-Za-z-]{0,30}(?:[Kk]ey|[Tt]oken|[Ss]ecret|[Aa]uth|[Pp]assword)["']?[ \t]{0,4}[:,=][ \t]{0,4}["']?([^\s"'`<>{}$]{8,400})/g;
const COOKIES = /\b(?:set-)?cookie["']?[ \t]{0,4}[:,=][ \t]{0,4}["']?([^\r\n"']{10,2000})/gi;
const COOKIE = /[\w.%-]{1,60}=([^;\s"']{12,1000})/g;
const JWK = /"(?:d|p|q|dp|dq|qi|k)"[ \t]{0,4}:\s{0,40}"([\w-]{16,1400})"/g;
const PUTTY = /^Private-Lines:[ \t]*(\d{1,4})\r?\n/gm;
const OPENSSH = /b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/=\s\\nr"',]{40,20000}/g;
const CRYPT =
  /\$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|apr1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|[156y]\$(?:rounds=\d{1,9}\$|j\w{1,6}\$)?[./A-Za-z0-9]{1,32}\$[./A-Za-z0-9]{22,86}|argon2(?:id?|d)\$v=\d+\$[\w,=$+/]{20,200})|\{S?SHA(?:256|512)?\}[A-Za-z0-9+/]{24,160}={0,2}|\bpbkdf2_sha\d+\$\d+\$\w{4,64}\$[A-Za-z0-9+/]{40,90}=*/g;
/** Addresses that are themselves the permission. */
const ADDRESS =
  /(?:\bwebhook\.office\.com\/webhookb2\/|outlook\.office(?:365)?\.com\/webhook\/|hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d{15,22}\/|hooks\.zapier\.com\/hooks\/catch\/|maker\.ifttt\.com\/trigger\/[\w-]{1,60}\/(?:json\/)?with\/key\/|open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/|api\.telegram\.org\/(?:file\/)?bot|events\.pagerduty\.com\/integration\/|api\.opsgenie\.com\/\S{0,40}apiKey=|alert\.victorops\.com\/integrations\/generic\/\d+\/alert\/|\/hooks\/)([\w@:./%-]{16,400})/g;
const PARAMETER =
  /[?&;](?:sig|signature|x-amz-(?:signature|security-token|credential)|x-goog-signature|awsaccesskeyid|access[_-]?token|auth[_-]?token|id_token|refresh_token|token|api[_-]?key|apikey|appid|app_key|subscription-key|key|auth|code|hmac|password|passwd|pwd|pass|secret|client_secret|sas|sv_sig)=([^&\s"'`<>{}$#;,)]{6,1200})/gi;
/** A user name that is a token: `https://…@host`. */
const TOKEN_USER = /:\/\/([\w-]{20,255})(?::(?:x-oauth-basic|[^\s/@"']{0,3}))?@(?=[\w.-]{3})/g;
const AUTHS = /"auth"[ \t]{0,4}:[ \t]{0,4}"([A-Za-z0-9+/]{8,400}={0,2})"/g;

/** Kubernetes: every value below `data:` or `stringData:` of a Secret. */
const SECRET_KIND = /^[ \t-]{0,8}["']?kind["']?[ \t]{0,4}:[ \t]{0,4}["']?Secret["']?[ \t,]{0,4}\r?$/gm;
const SECRET_DATA = /^([ \t]*)["']?(?:data|stringData)["']?[ \t]*:[ \t]*\{?[ \t]*\r?\n((?:(?:\1[ \t]+[^\n]*|[ \t]*)(?:\n|$))*)/gm;
const SECRET_VALUE = /^[ \t]+["']?[\w.-]{1,253}["']?[ \t]*:[ \t]*(["']?)([^\s"'|>{][^\n"']{2,4000}?)\1[ \t,]*\r?$/gm;

/** Values of a Secret, in plain text, that say where rather than what. */
const PLACE =
  /^[ \t]+["']?(?:type|provider|host(?:name)?|port|database|db(?:name)?|user(?:name)?|endpoint|region|bucket|namespace|email|name)["']?[ \t]*:/i;

/** Where secrets stand that something beside them tells, in no order; they may overlap. */
export function assignedSpans(text: string): Span[] {
  const spans: Span[] = [];
  CUE.lastIndex = 0;
  for (let cue = CUE.exec(text); cue !== null; cue = CUE.exec(text)) {
    const span = atCue(text, cue.index, CUE.lastIndex);
    if (span === null) continue;
    spans.push(span);
    CUE.lastIndex = Math.max(CUE.lastIndex, span[1]);
  }
  const all = (pattern: RegExp, group: number, holds: (value: string, match: RegExpExecArray) => boolean): void => {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const value = match[group]!;
      if (!holds(value, match)) continue;
      const start = match.index + match[0].lastIndexOf(value);
      spans.push([start, start + value.length]);
    }
  };
  const given = (value: string): boolean =>
    !isTemplate(value) && !isLabel(value) && /[^a-z]/.test(value) && !/^[\d.:/]+$/.test(value) && !/^[$([{<%&@]/.test(value);
  if (/[ \t](?:-[paPwWuU]|\/p:|--user|--proxy-user|--auth)/.test(text)) {
    all(OPTIONS, 2, given);
    all(CURL, 2, given);
    all(SMB, 1, given);
  }
  if (text.includes("htpasswd")) all(HTPASSWD, 2, given);
  if (text.includes("/user:")) all(NET_USE, 1, given);
  if (text.includes("SecureString")) all(SECURE_STRING, 1, given);
  if (text.includes("IDENTIFIED") || text.includes("identified")) all(IDENTIFIED, 2, given);
  if (text.includes("@tcp(") || text.includes("@unix(") || text.includes("@udp(")) all(DRIVER, 1, given);
  if (text.includes("base64:")) all(APP_KEY, 1, () => true);
  if (text.includes("${")) all(FALLBACK, 1, (value) => isRandom(value, true) || isStrong(value, true));
  if (text.includes("nemonic") || text.includes("MNEMONIC") || text.includes("phrase")) all(MNEMONIC, 1, () => true);
  if (text.includes("accounts")) all(ACCOUNTS, 1, (value) => entropy(value) > 2.6);
  if (text.includes("SET PASSWORD") || text.includes("set password")) all(SET_PASSWORD, 1, given);
  if (text.includes('variable "')) all(DEFAULT, 1, (value) => isStrong(value, true) || isRandom(value, true));
  credentials(text, spans);
  all(KEY_CALLS, 1, (value) => isRandom(value, true));
  if (/authorization|bearer/i.test(text)) all(AUTHORIZATION, 1, (value) => isRandom(value, true) || isPair(value));
  if (text.includes("|")) all(SUDO, 2, given);
  all(GIVEN, 2, (value) => isStrong(value, true) || isRandom(value, true));
  KEPT.lastIndex = 0;
  for (let call = KEPT.exec(text); call !== null; call = KEPT.exec(text)) {
    KEPT_VALUE.lastIndex = 0;
    for (let one = KEPT_VALUE.exec(call[0]); one !== null; one = KEPT_VALUE.exec(call[0])) {
      if (!given(one[2]!)) continue;
      const start = call.index + one.index + one[0].length - one[1]!.length - one[2]!.length;
      spans.push([start, start + one[2]!.length]);
    }
  }
  if (text.includes("pass:")) all(PASS_SOURCE, 1, given);
  if (text.includes("chpasswd")) all(CHPASSWD, 1, given);
  if (/:(?:\d{4,5}|\*):/.test(text)) all(PGPASS, 1, (value) => isStrong(value, true));
  if (text.includes("login") && text.includes("password")) all(NETRC, 1, (value) => !isTemplate(value) && !isLabel(value));
  if (/oracle:|sqlplus/i.test(text)) all(ORACLE, 1, (value) => !isTemplate(value) && !isLabel(value));
  if (text.includes("Basic")) all(BASIC, 1, isPair);
  if (SCHEMES.some((scheme) => text.includes(scheme))) all(BEARER, 1, (value) => /\d/.test(value) && isRandom(value, true));
  all(HEADER_KEY, 1, (value) => isRandom(value, true) || isStrong(value, true));
  if (/cookie/i.test(text)) {
    COOKIES.lastIndex = 0;
    for (let header = COOKIES.exec(text); header !== null; header = COOKIES.exec(text)) {
      COOKIE.lastIndex = 0;
      for (let one = COOKIE.exec(header[0]); one !== null; one = COOKIE.exec(header[0])) {
        if (!isRandom(one[1]!.replace(/%[0-9A-F]{2}/gi, "x"), true)) continue;
        const start = header.index + one.index + one[0].length - one[1]!.length;
        spans.push([start, start + one[1]!.length]);
      }
    }
  }
  if (text.includes('"kty"')) all(JWK, 1, (_, { index }) => text.slice(Math.max(0, index - 3_000), index + 3_000).includes('"kty"'));
  if (text.includes('"auth"')) all(AUTHS, 1, isPair);
  if (text.includes("Private-Lines:")) putty(text, spans);
  if (text.includes("b3BlbnNzaC1rZXktdjE")) all(OPENSSH, 0, () => true);
  all(CRYPT, 0, () => true);
  if (text.includes("hook") || /with\/key|api\.telegram|pagerduty|opsgenie|victorops/.test(text))
    all(ADDRESS, 1, (value) => /\d/.test(value) && /[\w-]{16}/.test(value) && isRandom(value.replace(/[./@:]/g, ""), true));
  all(
    PARAMETER,
    1,
    (value, match) =>
      isRandom(value.replace(/%[0-9A-F]{2}/gi, "x"), true) ||
      (value.length < 20 && /^.pass|^.pwd|secret/i.test(match[0]) && isStrong(value, true)),
  );
  all(TOKEN_USER, 1, (value) => isRandom(value, true));
  if (text.includes("Secret") && text.includes("kind")) kubernetes(text, spans);
  return spans;
}

function credentials(text: string, spans: Span[]): void {
  CREDENTIALS.lastIndex = 0;
  for (let call = CREDENTIALS.exec(text); call !== null; call = CREDENTIALS.exec(text)) {
    const line = text.slice(CREDENTIALS.lastIndex, CREDENTIALS.lastIndex + 400).split("\n", 1)[0]!;
    TEXT.lastIndex = 0;
    let first = true;
    for (let one = TEXT.exec(line); one !== null; one = TEXT.exec(line)) {
      const value = one[1] ?? one[2]!;
      // Not in another call.
      if (line.slice(0, one.index).includes(")")) break;
      // After an argument that is no text it is not the first.
      if ((!first || line.slice(0, one.index).includes(",")) && isStrong(value, true))
        spans.push([CREDENTIALS.lastIndex + one.index + 1, CREDENTIALS.lastIndex + one.index + 1 + value.length]);
      first = false;
    }
  }
}

/** The secret that a name ends up with; null where its value is none. */
function atCue(text: string, start: number, end: number): Span | null {
  let from = start;
  while (from > 0 && start - from < MAX_NAME && isNamePart(text.charCodeAt(from - 1))) from--;
  let to = end;
  while (to < text.length && to - end < MAX_NAME && isNamePart(text.charCodeAt(to)) && text[to] !== ".") to++;
  const cue = text.slice(start, end).toLowerCase();
  const head = text.slice(from, start);
  const tail = text.slice(end, to);
  if (/^[a-rt-z]|^s[a-z]/.test(tail) || ATTRIBUTE.test(tail) || ABOUT.test(head)) return null;
  if (cue === "pass" && !(tail === "" && isPassHead(head, text[start]!))) return null;
  const near = text.slice(Math.max(0, from - MAX_LINE), from);
  const line = near.slice(near.lastIndexOf("\n") + 1);
  const value = valueAfter(text, from, to, line, cue);
  if (value === null) return null;
  const { at, until, quoted } = value;
  let content = text.slice(at, until);
  let shift = 0;
  const scheme = /^(?:basic|bearer|token|apikey)[ \t]+/i.exec(content);
  if (scheme) {
    shift = scheme[0].length;
    content = content.slice(shift);
  }
  if (!isSecret(content, cue, quoted)) return null;
  return [at + shift, until];
}

const isNamePart = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 95 ||
  code === 45 ||
  code === 46 ||
  code === 36;

/** `DB_PASS`, `dbPass`, `smtp-pass`, `userpass`, and `pass` itself; not `bypass`, `compass`. */
function isPassHead(head: string, first: string): boolean {
  return (
    head === "" ||
    /[_.$-]$/.test(head) ||
    (first === "P" && /[a-z]$/.test(head)) ||
    /(?:^|[_.-])(?:db|user|root|admin|require|store|key|my|ftp|smtp|mail|pg|sudo|become|ldap|ssh|imap|proxy)$/i.test(head)
  );
}

interface Value {
  at: number;
  until: number;
  quoted: boolean;
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The value that is given to the name at `from` to `to`; null where none is, or where it is an expression. */
function valueAfter(text: string, from: number, to: number, line: string, cue: string): Value | null {
  // A name inside `name: …` or `key="…"`: the value is the next thing.
  if (NAMED.test(line)) {
    for (const pattern of [BELOW, ATTRIBUTED]) {
      const at = after(pattern, text, to);
      if (at >= 0) return quotedAt(text, at, cue) ?? plainAt(text, at, true);
    }
    const element = elementAt(text, after(NAMED_ELEMENT, text, to));
    if (element) return element;
  }
  if (line.endsWith("<key>")) return elementAt(text, after(KEYED_ELEMENT, text, to));
  for (const pattern of [TYPED, ASSIGNED_TYPE, CALLED, LISTED, DEFAULTED]) {
    const at = after(pattern, text, to);
    if (at >= 0) return quotedAt(text, at, cue);
  }
  const flag = line.endsWith("--") || line.endsWith("-") || text.startsWith("--", from) || text.startsWith("-", from);
  let at = after(ASSIGNED, text, to);
  if (at >= 0) {
    const quoted = quotedAt(text, at, cue);
    if (quoted) return quoted;
    // Inside `…;Password=…;…` and `?password=…`: up to the next part. Inside quotes only, or any statement of a program would be one.
    if (/[;?&]$/.test(line) || /["'`][ \t]?$/.test(line) || isInString(line)) return partAt(text, at);
    // `{ user: app, password: … }` of YAML.
    if (text[to] === ":" && /\{[^{}"'`()]*,[ \t]*$/.test(line)) {
      const part = partAt(text, at);
      return part === null ? null : { ...part, quoted: false };
    }
    if (flag || ARGUMENT.test(line)) return wordAt(text, at);
    const name = text.slice(from, to);
    // `PGPASSWORD=… psql`
    const variable = text[to] === "=" && at === to + 1 && /^[A-Z][A-Z0-9_]+$/.test(name);
    const rest = SETTING.test(line) ? plainAt(text, at, false) : null;
    return rest ?? (variable ? wordAt(text, at) : null);
  }
  at = after(TAGGED, text, to);
  if (at >= 0 && /<[\w:]{0,40}$/.test(line)) return elementAt(text, at);
  if (flag) {
    at = after(SPACED, text, to);
    return at < 0 || text[at] === "-" ? null : (quotedAt(text, at, cue) ?? wordAt(text, at));
  }
  // SQL: PASSWORD '…'.
  at = after(SPACED_QUOTED, text, to);
  if (at >= 0)
    return /pass|pwd|secret/.test(cue) || /^[ \t]*#[ \t]*define[ \t]+$/.test(line)
      ? quotedAt(text, text[at] === "N" ? at + 1 : at, cue)
      : null;
  // `requirepass …`, `password …` of configuration files and routers.
  if (/^[ \t]*(?:[\w-]+[ \t]+){0,3}$/.test(line)) {
    at = after(SPACED, text, to);
    if (at < 0 || !(VARIABLE.test(line) || /pass|pwd|secret|psk|masterauth/.test(cue))) return null;
    const word = wordAt(text, at);
    return word !== null && /^[ \t]*(?:\r?\n|$)/.test(text.slice(word.until, word.until + 20)) && /\d/.test(text.slice(word.at, word.until))
      ? word
      : null;
  }
  return null;
}

/** What introduces `name=value` on a command line; and one of several on a line. */
const ARGUMENT = /(?:^|\s)(?:(?:--from-literal|--set(?:-string)?|--env|--build-arg|-[DPe])[= \t]?|[\w.]{1,60}=[^\s=]{1,120}[ \t]{1,4})$/;
/** `ENV NAME value`, `setenv NAME value`, `set -gx NAME value`. */
const VARIABLE = /^[ \t]*(?:env|arg|setenv|set[ \t]+-\w{1,4})[ \t]+$/i;

/** Does a quote stand open at the end of the line so far? */
function isInString(line: string): boolean {
  return (line.split('"').length % 2 === 0 || line.split("'").length % 2 === 0) && /[;?&=/:]/.test(line);
}

const ELEMENT = /[^<\n]{1,300}/y;
/** The text of an element of XML that begins there. */
function elementAt(text: string, at: number): Value | null {
  const until = at < 0 ? -1 : after(ELEMENT, text, at);
  return until > at && text[until] === "<" ? { at, until: trimmed(text, at, until), quoted: true } : null;
}

function trimmed(text: string, at: number, until: number): number {
  let end = until;
  while (end > at && (text[end - 1] === " " || text[end - 1] === "\t")) end--;
  return end;
}

const OPENING = /[a-zA-Z@]{0,3}(\\?["'`])/y;

function quotedAt(text: string, at: number, cue: string): Value | null {
  OPENING.lastIndex = at;
  const open = OPENING.exec(text);
  if (open === null) return null;
  const from = at + open[0].length;
  const limit = from + (/key|secret|token|cred/.test(cue) ? MAX_KEY : MAX_VALUE);
  const close = open[1]!;
  let until = from;
  for (; until <= limit && until < text.length; until++) {
    const code = text.charCodeAt(until);
    if (code === 10) return null;
    if (text.startsWith(close, until)) return until > from ? { at: from, until, quoted: true } : null;
    if (code === 92) until++;
  }
  return null;
}

const PLAIN = /[^\s"'`]{4,300}(?=[ \t]*(?:[#;][^\n]*)?(?:\r?\n|$))/y;
const LONG_PLAIN = /[A-Za-z0-9+/_=-]{4,8000}(?=[ \t]*(?:\r?\n|$))/y;
/** The rest of a line, if it is one word. `free` where anything may follow. */
function plainAt(text: string, at: number, free: boolean): Value | null {
  for (const pattern of [PLAIN, LONG_PLAIN]) {
    const until = after(pattern, text, at);
    if (until >= 0) return { at, until, quoted: false };
  }
  return free ? wordAt(text, at) : null;
}

const WORD = /[^\s"'`;|&<>]{4,300}/y;
function wordAt(text: string, at: number): Value | null {
  const until = after(WORD, text, at);
  return until < 0 ? null : { at, until, quoted: false };
}

const PART = /[^\s"'`;&<>\\]{3,300}(?=[;&"'`\\\s]|$)/y;
function partAt(text: string, at: number): Value | null {
  const until = after(PART, text, at);
  return until < 0 ? null : { at, until, quoted: true };
}

// ---------------------------------------------------------------------------------------------- values

/** What stands for a secret that comes from elsewhere, or says that one belongs here; what was blanked before is none either. */
function isTemplate(value: string): boolean {
  return (
    value.includes("█") ||
    /\$\{|\$\(|\{\{|\}\}|^\$\w|^<.*>$|<[a-z_ -]+>|^%\w+%?$|%\(\w+\)|^\{[\w.]*\}$|^@[A-Z][A-Z0-9_]+@?$|^@[\w.]+@$|^__\w+__$|^\[.*\]$|^[xX*.#_\-?•█]+$|\.\.\.|…|#\{|\\\(|(?:^|[\s:/@=_-])%[-.*\d]*[sdvrxX]|%0\d[xXd]|%[sdvr]$|\\[dws]/.test(
      value,
    ) ||
    /(?:^|[_.\- ])(?:your|placeholder|redacted|changeme|change[_-]?me|example|sample|dummy|replace|insert|enter|todo|fixme|env|environ|getenv|vault|ssm|sops)(?:$|[_.\- :([])/i.test(
      value,
    )
  );
}

/** Words of labels, keys of translations, names of fields: `new_password`, `csrf-token`, `ConfirmPassword2`. */
function isLabel(value: string): boolean {
  const parts = value.split(/[-_.\s/:,@+]+|(?<=[a-z\d])(?=[A-Z])/).filter((part) => part !== "");
  // `prompt1_password`, `user2.token`.
  if (
    parts.some((part) => /^(?:password|passwd|passphrase|pwd|secret|token|key|user|name|id)$/i.test(part)) &&
    parts.every((part) => /^[A-Za-z]{2,}\d{0,2}$/.test(part))
  )
    return true;
  return (
    parts.length > 0 &&
    parts.every((part) =>
      /^[A-Za-z]{2,}$|^[A-Za-z]$|^\d{1,2}$|^(?:sha|md|utf|base|aes|rsa|oauth|http|ipv?|h|v|p|x|s|rc|des|crc|krb|iso|pbkdf|ed|secp|win|u?int|float|id|test|user|field|value|param|arg|str|key|token|secret|pass(?:word|wd)?|pwd|pw|step|level|type|part|page|col|row|item|node|file|line|tag|b|c|k|n)\d{1,3}$/i.test(
        part,
      ),
    )
  );
}

/** An expression of a program rather than a value: calls, members (unless cases and digits change as in no name), operators. */
const isExpression = (value: string): boolean =>
  /[()[\]{}]|=>|&&|\|\||::|->|[,;]$|^&|^\*[A-Za-z]|^!/.test(value) ||
  (/^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/.test(value) &&
    (value.match(/\d(?=[A-Za-z])|[a-zA-Z](?=\d)|[A-Z](?=[a-z][A-Z])/g)?.length ?? 0) < 4);

/** A password that somebody thought of: letters with digits or signs, no words alone. */
function isStrong(value: string, quoted: boolean): boolean {
  if (value.length < 6 || value.length > 128 || /\s/.test(value) || isTemplate(value)) return false;
  if (
    /^(?:https?|file|mailto|urn|data|arn|s3|gs|ssh|ref|secret|env|op|vault|projects|\.{0,2})[:/]/i.test(value) ||
    /^[\w.+-]+@[\w-]+\.[a-z.]{2,}$/i.test(value)
  )
    return false;
  const digits = value.replace(/\D/g, "").length;
  const signs = value.replace(/[\w\s.:/,-]/g, "").length;
  const letters = value.replace(/[^A-Za-z]/g, "").length;
  if (letters === 0 || (!quoted && isExpression(value))) return false;
  if (quoted && /\w\([^)]*\)|=>|&&|\|\||[<>]=?\s?\w+\s|^[\^/].*[$/]$|\[[^\]]*-[^\]]*\]|\(\?/.test(value)) return false;
  if (signs > 0)
    return (
      (digits > 0 || signs > 1 || (/[a-z]/.test(value) && /[A-Z]/.test(value))) &&
      !/^[A-Za-z]+[=?!&*#+]+$/.test(value) &&
      !(digits === 0 && isLabel(value.replace(/[^\w]+/g, "_")))
    );
  if (digits > 0) {
    if (isLabel(value) || /^0x[0-9a-f]+$/i.test(value) || /^\d+(?:\.\d+)*[a-zA-Z]{0,3}$/.test(value) || /^v?\d+\.\d/.test(value))
      return false;
    return quoted || digits > 1 || /[a-z][A-Z]|[A-Z][a-z]/.test(value);
  }
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && value.length >= 12 && !isLabel(value) && entropy(value) > 3.3;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A key that a machine made: hexadecimal or base36 from 20 signs, letters of both cases with digits from 16, base64. */
function isRandom(value: string, strict: boolean): boolean {
  if (value.length < 16 || isTemplate(value) || /\s/.test(value)) return false;
  if (/^[0-9a-f]+$/i.test(value)) return value.length >= 20 && /\d/.test(value) && /[a-f]/i.test(value) && entropy(value) > 2.6;
  // AWS: base64 of 30 bytes, slashes among it.
  if (/^[A-Za-z0-9+/]{40}$/.test(value) && /[A-Z]/.test(value)) return /\d/.test(value) && /[a-z]/.test(value);
  if (/^0x[0-9a-f]{40,}$/i.test(value)) return entropy(value) > 2.6;
  if (UUID.test(value)) return !/^(?:0{8}|1{8}|12345678)/.test(value);
  if (!/^[\w+/=.~:%!@#$^&*?,|-]+$/.test(value)) return false;
  const digits = value.replace(/\D/g, "").length;
  // Cases that change as in no name.
  if (
    value.length >= 20 &&
    /^[A-Za-z0-9]+$/.test(value) &&
    (value.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])/g)?.length ?? 0) >= value.length * 0.42 &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value)
  )
    return true;
  if (digits < 1 || (digits < 2 && value.length < 24) || !/[A-Za-z]/.test(value)) return false;
  if (isLabel(value)) return false;
  // Words joined by dots, slashes or dashes: module paths, file names, translation keys, URLs.
  if (
    /^(?:[A-Za-z]+\d{0,4}[./_:-])+[A-Za-z]*\d{0,4}$/.test(value) ||
    (/^[\w.-]+(?:\/[\w.-]+){2,}$/.test(value) && !/[a-z]\d[A-Z]|[A-Z]\d[a-z]|\d[a-z]\d/.test(value))
  )
    return false;
  const mixed = /[a-z]/.test(value) && /[A-Z]/.test(value);
  const turns = value.match(/\d[A-Za-z]|[A-Za-z]\d/g)?.length ?? 0;
  if (!mixed) return value.length >= 20 && digits >= 3 && turns >= 4 && entropy(value) > 3;
  if (/[a-z]{7}/.test(value) && digits < 4) return false;
  return entropy(value) > (strict ? 3.2 : 3.4);
}

/** Base64 of `user:password`. */
function isPair(value: string): boolean {
  try {
    const decoded = atob(value);
    return /^[\x20-\x7e]{1,128}:[\x20-\x7e]{1,256}$/.test(decoded);
  } catch {
    return false;
  }
}

function isSecret(value: string, cue: string, quoted: boolean): boolean {
  if (value.length < 6 || isTemplate(value)) return false;
  if (!quoted && isExpression(value) && !/[!@#$%^*]/.test(value.replace(/[()[\]{}]/g, ""))) return false;
  if (/^pass|pwd|pswd|psk|pepper|masterauth|_pw|_salt/.test(cue)) return isStrong(value, quoted) || isRandom(value, true);
  if (cue === "_auth" && isPair(value)) return true;
  if (isRandom(value, !/token|auth/.test(cue))) return true;
  // Keys with signs in them (Django's), and secrets that somebody thought of.
  if (value.length >= 400) return /^[A-Za-z0-9+/=_\\nr-]+$/.test(value);
  return (
    /secret|cred|key/.test(cue) &&
    value.length >= 8 &&
    isStrong(value, quoted) &&
    (value.length >= 10 || /\d\D*\d/.test(value)) &&
    !/^[a-z]+\d$/i.test(value)
  );
}

// ---------------------------------------------------------------------------------------------- of several lines

function putty(text: string, spans: Span[]): void {
  PUTTY.lastIndex = 0;
  for (let match = PUTTY.exec(text); match !== null; match = PUTTY.exec(text)) {
    let until = PUTTY.lastIndex;
    for (let lines = Number(match[1]); lines > 0 && until >= 0 && until < text.length; lines--) {
      const next = text.indexOf("\n", until);
      until = next < 0 ? text.length : next + 1;
    }
    if (until <= PUTTY.lastIndex) continue;
    spans.push([PUTTY.lastIndex, until]);
    PUTTY.lastIndex = until;
  }
}

function kubernetes(text: string, spans: Span[]): void {
  SECRET_KIND.lastIndex = 0;
  for (let kind = SECRET_KIND.exec(text); kind !== null; kind = SECRET_KIND.exec(text)) {
    // The document around it.
    const above = text.lastIndexOf("\n---", kind.index);
    const below = text.indexOf("\n---", kind.index);
    const from = above < 0 ? 0 : above + 4;
    const document = text.slice(from, below < 0 ? text.length : below);
    SECRET_KIND.lastIndex = below < 0 ? text.length : below;
    SECRET_DATA.lastIndex = 0;
    for (let block = SECRET_DATA.exec(document); block !== null; block = SECRET_DATA.exec(document)) {
      const at = from + block.index + block[0].length - block[2]!.length;
      SECRET_VALUE.lastIndex = 0;
      for (let one = SECRET_VALUE.exec(block[2]!); one !== null; one = SECRET_VALUE.exec(block[2]!)) {
        if (isTemplate(one[2]!) || (block[0].includes("stringData") && PLACE.test(one[0]))) continue;
        const start = at + one.index + one[0].lastIndexOf(one[2]!);
        spans.push([start, start + one[2]!.length]);
      }
    }
  }
}
