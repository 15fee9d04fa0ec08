/**
 * Secrets that no issuer has a form for: what is assigned, passed or written beside a name that says so (`DB_PASSWORD=…`, `setToken("…")`,
 * `<password>…</password>`, `curl -u user:…`, `IDENTIFIED BY '…'`).
 *
 * A name alone decides nothing: types, calls, templates, labels and words stay readable. What decides is the value: how it is written and how random it is.
 * Every look is bounded, so a pass is linear in the text. Measured by `scripts/bench/secrets.ts`.
 */

import { COMMANDS } from "./commands.ts";
import { entropy, type Span } from "./issued.ts";
import { PLACES, placedSpans, WRITTEN } from "./placed.ts";
import {
  isChosen,
  isGiven,
  isHeld,
  isLabel,
  isLogin,
  isPair,
  isPhrase,
  isRandom,
  isSecret,
  isStrong,
  isTemplate,
  isTold,
  isWordy,
  PASSWORDS,
} from "./values.ts";
import { Words } from "./words.ts";

/** Names that say secret, in whatever case; `pass` alone needs more around it. What says of what a key is, is looked at where `key` stands: that is half the work. */
const CUE =
  /pass(?:w(?:or)?d(?:_?salt(?:main)?)?|wort|phrase|code|key)?|pas{1,2}w?o?r?d|psswo?r?d|pwd|psw(?:r?d)?|psk|pre[_-]?shared[_-]?key|kennwort|contrase(?:ñ|n)a|mot[ _]?de[ _]?passe|mdp\b|senha\b|wachtwoord|пароль|密[码碼]|パスワード|비밀번호|hasło|haslo\b|jelszó|jelszo|şifre\b|sifre\b|lozinka|heslo|lösenord|adgangskode|salasana|secret|token|cred(?:ential)?|key(?<=(?:api|application|access|auth|account|private|encryption|encrypt|signing|sign|master|storage|license|session|shared|client|app|logged_in|nonce|consumer|service|admin|deploy|hmac|crypto|cipher|aes|jwt|webhook|primary|secondary|subscription|function|security|ingest|sas|instrumentation|bot|server|cookie|network|payload|view|spend|recovery|wallet|device|pairing|mesh|upload)[_. -]?key)|salt(?:main)?(?<=(?:auth|password|score|game|hash|static|logged_in|nonce|hash|secure|cookie|otp|signing|encryption|live_view|session|security|app|site|user|token|csrf)_?salt|(?<![A-Za-z0-9_])salt(?=["']?[ \t]{0,8}=))|authorization|(?:sess(?:ion)?|phpsess|jsession)_?id|(?<=(?:redis|session|smtp|mail|ftp|imap)\w{0,12})_auth\b|_auth\b|recovery[ _-]?codes?|pepper|masterauth|webhook_id|gossip|(?<=snmp[\w.-]{0,12}|r[ow][_-])community|httpHeaderValue\d|clave(?:_?maestra)?(?![a-z])|(?<![A-Za-zà-ÿ\d])cl[ée](?=_| (?:d'|wpa))|chave(?![a-z])|schl(?:ü|ue)ssel|(?<![\w-])encrypt(?![\w-])|pw\b(?<=(?<![a-z])(?:bind|root|db|user|admin|my|smtp|ldap)?pw)/gi;

/** Longest name, and longest value, that is looked at. */
const MAX_NAME = 80;
const MAX_VALUE = 300;
/** Of the line before a name. */
const MAX_LINE = 400;
/** Of the lines above one of settings. */
const MAX_NEAR = 600;
/** Keys may be base64 of whole DER structures. */
const MAX_KEY = 8_000;

/** What follows the cue in names that tell something about a secret instead of holding it. */
const ATTRIBUTE =
  /^s?[_-]?(?:len(?:gth)?|size|count|min|max|policy|type|kind|field|label|name|url|uri|path|file|filename|dir|ttl|expir\w*|expires?\w*|time\w*|age|regex\w*|pattern|hint|prompt|title|message|msg|error\w*|reset|input|placeholder|col|column|param\w*|header|format|alg\w*|version|limit|encod\w*|prefix|suffix|required|enabled|strength|changed|at|date|endpoint|issuer|audience|scopes?|provider|class|store|mgr|manager|service|handler|factory|builder|valid\w*|verif\w*|check\w*|generat\w*|rotation|usage|index|idx|pos\w*|offset|start|end|stream|list|set|map|array|iter\w*|pars\w*|help\w*|desc\w*|text|info|ref|refs|schema|model|view|form|page|button|link|icon|attempt\w*|retr\w*|num\w*|total|id|ids|env|var|variable|arn|selector|mount\w*|budget\w*|meter|weak|medium|strong)(?![a-z])/i;

/** What stands before the cue in names of the same sort. */
const ABOUT =
  /(?:^|[_.-])(?:no|is|has|have|use|show|hide|forgot|reset|change|invalid|missing|wrong|max|min|num|next|prev|last|first|count|public|csrf|xsrf|public_?key|syntax|lex|eof|end|start)[_-]?$/i;

/** After the name: what may close it (a quote, a bracket), then how a value is given. */
const ASSIGNED =
  /\\?["'`]?(?:\(\))?\)?(?:\[\d{0,4})?[\]}]?(?:\[["'][\w.-]{1,40}["']\]){0,2}[ \t]{0,24}(?:=>|:=|\?=|\|\|=|\/\/=|\?\?=|<-|->|!?={1,3}|:{1,2}(?!=))[ \t]{0,12}/y;
const TYPED = /[?!]?[ \t]{0,4}:[ \t]{0,4}[\w<>|.?&[\] ]{1,40}?[ \t]{0,4}=[ \t]{0,4}(?=(?:[\w.]{1,30}\()?[a-z]{0,2}#{0,2}["'`])/y;
/** C#: `Password { get; set; } = "…"`. */
const PROPERTY =
  /[ \t]{0,4}\{[ \t]{0,4}(?:(?:private|protected|internal)?[ \t]{0,2}(?:get|set|init);[ \t]{0,4}){1,2}\}[ \t]{0,4}=[ \t]{0,4}(?=["'@])/y;
const ASSIGNED_TYPE =
  /(?:\[\d{0,4}\])?[ \t]{1,4}(?:As[ \t]{1,4})?[&*]?[A-Za-z]\w{0,20}(?:\(\w{1,6}\))?[ \t]{0,4}:?=[ \t]{0,4}(?=N?["'`])|[ \t]{0,4}:[ \t]{0,4}constant[ \t]{1,4}\w{1,20}[ \t]{0,4}:=[ \t]{0,4}(?=")/iy;
const CALLED =
  /(?:\.(?:equals(?:IgnoreCase)?|compareTo|eql?\??|set(?:Value|Text)?|of|from(?:String)?|equal|toBe|toEqual|is|isEqualTo|next|(?:unsafe_?|unsafe)?[pP]lain_?[tT]ext)(?=\())?[({][ \t]{0,4}(?=(?:[\w.:]{1,30}\()?[\w@]{0,2}\\?["'`])/y;
const LISTED =
  /\\?["'`]\]?\)?(?:(?<=")[ \t]{1,8}(?=")|[ \t]{0,4}\{[ \t]{0,4}|[ \t]{0,4},[ \t]{0,24}|,?[ \t]{1,4}(?:with|as|to)(?:[ \t]{1,4}value)?:?[ \t]{1,4})(?=[\w@]{0,2}\\?["'`])/y;
/** `process.env.TOKEN || "…"`. */
const DEFAULTED =
  /["'`]?[\])]{0,2}(?:[ \t]{0,4}(?:\|\||\?\?|\?:|\bor\b)|\s{0,20}\.(?:unwrap_or(?:_else)?|or(?:_?[eE]lse)?|getOrElse)\((?:\|\w{0,8}\||\(\) ?=>)?)[ \t]{0,4}(?=["'`])/y;
const TAGGED =
  /(?:[ \t][^<>\n"'=]{1,30}=["'][^<>\n]{0,200})?(?<!\/)>\s{0,40}(?:<(?:Value|PlainText|string|text)>\s{0,40})?(?:<!\[CDATA\[)?(?=[^<\s])/iy;
const ATTRIBUTED = /["'](?:\s{1,40}[\w:.-]{1,30}="[^"\n]{0,80}"){0,3}\s{1,80}(?:android:)?value[ \t]{0,4}=[ \t]{0,4}(?=["'])/iy;
/** `<string name="api_key">…</string>`, and a property list's `<key>…</key><string>…</string>`. */
const NAMED_ELEMENT = /["'][^<>\n]{0,80}>\s{0,40}(?:<(?:\w{1,10}:)?value>\s{0,20})?(?:<!\[CDATA\[)?(?=[^<\s])/iy;
const KEYED_ELEMENT =
  /<\/(?:[\w:-]{0,30}(?:name|key)|\w{1,20}Prop)>\s{0,80}<(?:string|data|[\w:-]{0,30}value|\w{1,20} name="[\w.]{0,30}value")>\s{0,80}(?:<!\[CDATA\[)?(?=[^<\s])/iy;
/** `<name>db.password</name><value>…</value>`, a property list's `<key>`. */
const KEY_ELEMENT = /<(?:[\w:-]{0,30}(?:name|key)|\w{1,20} name="[\w.]{0,30}name")>$/i;
const BELOW =
  /\\?["']?(?:[ \t]{0,4},?\s{0,40}["']?(?:type|kind|enabled|disabled|secret|sensitive|masked|protected|scope|slot_?setting|hidden)["']?[ \t]{0,3}[:=][ \t]{0,3}["']?[\w-]{1,30}["']?){0,3}[ \t]{0,4},?[ \t]{0,4}\r?\n?[ \t]{0,40}["']?(?:parameter_?)?value["']?[ \t]{0,4}[:=][ \t]{0,8}/iy;
const NAMED =
  /(?:^|[\s{,("':-])(?:(?:parameter|option|param|field|header|setting|env)[_-]?)?(?:name|key|var|variable)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?$/i;
/** The same with the value first. */
const REVERSED =
  /\bvalue["']?[ \t]{0,4}[:=][ \t]{0,4}(["']?)([^"'\n]{4,300})\1[ \t]{0,4}(?:,\s{0,40}|\s{1,40})["']?(?:name|key)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?$/i;
/** COBOL. */
const PICTURE = /[ \t]{1,8}PIC[ \t]{1,8}\S{1,20}[ \t]{1,8}VALUE(?:[ \t]{1,4}IS)?[ \t]{1,8}(?=["'])/iy;
/** A default that stands deeper: `"adminPassword": { "value": "…" }`, `password: str = Field(default="…")`, `add_argument("--password", default="…")`, lines of YAML. */
const DEEPER =
  /["'`]?(?:[ \t]{0,4}:[ \t]{0,4}(?:\{|[\w.[\]| ]{1,40}=[ \t]{0,4}\w{0,20}\.?[fF]ield\(|(?=\r?\n[ \t]+["']?\w))|["'`],(?=[^\n]{0,200}\bdefault\b)|[ \t]{0,4}=[ \t]{0,4}(?:\w{1,20}\.){0,2}\w{0,30}(?:[fF]ield|[oO]ption|[cC]onfig|ENV|env|[vV]ariable)\w{0,10}\()/y;
const DEFAULT_VALUE = /(?:^|[\s,{("'])(?:default(?:_?value)?|value|initial_?value)["']?[ \t]{0,3}[:=][ \t]{0,4}/i;
const SPACED = /[ \t]{1,8}(?=\S)/y;
/** Routers and switches say how a secret is written. */
const LEVEL = new RegExp(`[ \\t]{1,4}${WRITTEN}(?=\\S)`, "y");
const SPACED_QUOTED = /[ \t]{1,40}(?:BY[ \t]{1,4}|=[ \t]{0,4})?(?=N?['"])/iy;

const YAML_TAG = /(?:!!?\w{1,20}|&\w{1,40})[ \t]{1,4}(?=\S)/y;
/** A value of YAML on the lines below. */
const FOLDED = /[|>][-+]?[ \t]*\r?\n[ \t]{1,40}(?=\S)/y;

/** What may stand before a name that begins a line of settings. */
const SETTING =
  /^[ \t]*(?:[-*+][ \t]+)?(?:(?:#|\/\/|;|--)[ \t]*)?@?(?:(?:export|set|setx|setenv|env|arg|declare[ \t]+-x|local|readonly|environment[=:]|-e|--env|\$env:|\/\/[\w.:/-]{1,120}:)[ \t]*["']?)?$/i;

const PGPASS = /^(?:[\w.*-]{1,120}|\{\{[^{}\n]{1,60}\}\}|\$\{?\w{1,40}\}?):(?:\d{4,5}|\*):[\w.*-]{1,64}:[\w.*-]{1,64}:(\S{3,120})\r?$/gm;
/** The same inside something else (a play that writes the file, a list of lines, a guide), where only the database's own ports tell. */
const PGPASS_INSIDE =
  /^[ \t]{1,40}(?:-[ \t]{1,4})?["']?[\w.*-]{1,120}:(?:54\d\d|6432|\*):[\w.*-]{1,64}:[\w.*-]{1,64}:([^\s"']{3,120})["']?,?\r?$/gm;
const NETRC = /\b(?:machine|default)\b[^\n]{0,200}?\s{1,20}login\s{1,20}\S{1,120}\s{1,20}password\s{1,20}([^\s"'`]{3,200})/g;
const ORACLE = /(?:\bjdbc:oracle:(?:thin|oci):|\bsqlplus[ \t]+(?:-\w+[ \t]+)?)[\w.$-]{1,64}\/([^\s@"'/]{3,100})@/gi;
/** `expect "password:"`, then what is sent. */
const SENT = /\bsend(?:line)?[ \t(]{1,3}(?:--[ \t]+)?["']([^"'\\\n]{6,100})(?:\\[rn]){0,2}["']/g;
const IDENTIFIED =
  /\b(?:USER|ROLE|GRANT|TO|WALLET|KEYSTORE|LINK)\b[^\n;]{0,200}?\bIDENTIFIED[ \t]+(?:WITH[ \t]+\w{1,40}[ \t]+)?(?:BY|AS)[ \t]+(?:PASSWORD[ \t]+)?(?:'([^'\n]{4,200})'|"([^"\n]{4,200})"|([^\s"'`;]{4,200}))/gi;
/** `ALTER USER … WITH PASSWORD '…'`; a quote in it is doubled. */
const SQL_PASSWORD =
  /\b(?:USER|ROLE|LOGIN|WITH|SET|ENCRYPTED|GROUP)\b[^\n;'".]{0,200}?\bPASSWORD(?:[ \t]{0,4}[=(][ \t]{0,4}|[ \t]{1,4})(?:PASSWORD\()?N?'((?:[^'\n]|''){5,200})'/gi;
const INSERT = /\binsert[ \t]+(?:ignore[ \t]+)?into\s{1,20}[\w."`[\]]{1,120}\s{0,20}\(([^()]{1,1000})\)\s{0,20}values\s{0,20}/gi;
const TUPLE = /\(((?:N?'(?:[^'\n]|'')*'|[^()'\n]|\([^()'\n]{0,100}\)){1,2000})\)\s{0,20},?\s{0,20}/y;
const CELL = /[ \t]*(N?'((?:[^']|'')*)'|[^,'()]*(?:\([^()]*\))?[^,'()]*)(?:,|$)/y;
/** Names of columns that hold secrets themselves. */
const COLUMN =
  /^(?:[\w ]{0,24}[_ ])?(?:password|passwd|passphrase|pwd|pass|secret|token|pin|api[_ -]?key|secret[_ -]?key|access[_ -]?key|credentials?|kennwort|passwort|mot de passe|пароль|密码|密碼|パスワード|비밀번호|contrase(?:ñ|n)a|senha|wachtwoord|has[łl]o|heslo|jelszó|parola|clave|schlüssel|pre-?shared key|psk|wpa2? key|key \(wpa2?\))(?:[_ ](?:key|plain|clear|value|wlan|wifi|wi-fi))?$/iu;
/** Cookies as browsers, recorders and clients keep them: name, then value. */
const SESSION =
  /\bname["']?[ \t]{0,4}[:=][ \t]{0,4}["'][\w.-]{0,40}(?:sess|sid|auth|jwt|sso|remember|login|ticket|token)[\w.-]{0,40}["'][^{}<>]{0,120}?\bvalue["']?[ \t]{0,4}[:=][ \t]{0,4}["']([^"'\n]{12,2000})["']/gi;
const COOKIE_JAR = /^(?:#HttpOnly_)?[^\s#]{3,120}\t(?:TRUE|FALSE)\t\S{1,80}\t(?:TRUE|FALSE)\t\d{1,12}\t\S{1,80}\t(\S{12,2000})\r?$/gm;
const COOKIE_VALUE = /\bCookie\.value">([^<\s]{12,2000})</g;
const SESSION_PAIR =
  /(?:session|sessid|sess|sid)(?:id|_id|_key|token)?(?:=["']?|["'][ \t]{0,4}(?:[:=]|=>)[ \t]{0,4}["'])((?:s%3A)?[\w.%+/-]{20,1000})(?![\w(])/gi;
/** What stands in a block that is called so: `tokens { agent = "…" }`, `secrets: { … }`, `API_KEYS = [ … ]`. */
const BLOCK =
  /(?:passwords|secrets|tokens|credentials|(?:api|access|auth|encryption|private|secret|signing|session|cookie|hmac|jwt|licen[sc]e)[_-]?keys)["']?[ \t]{0,4}(?:=>|[:=])?[ \t]{0,4}(?:\w{0,20}[ \t]{0,2})?[{[]([^{}[\]()]{8,2000})[}\]]/gi;
const BLOCK_LINES =
  /^([ \t]*)(?:- )?["']?[\w-]{0,40}(?:passwords|secrets|tokens|credentials|(?:api|access|auth|encryption|private|secret|signing|session|cookie|hmac|jwt|licen[sc]e)[_-]?keys)["']?:[ \t]*\r?\n((?:\1[ \t]+[^\n]{0,400}\n?){1,60})/gim;
const BLOCK_VALUE = /(?:[:=][ \t]{0,8}|[[,-][ \t]{1,8}|\[|^)["']?([^\s"',;#]{8,400})["']?[ \t]*(?=[,;\r\n}]|$)/gm;
/** `encryption: { key: … }` */
const ENCLOSED =
  /\b(?:encrypt\w{0,6}|crypt(?:o|or)?|cipher|secrets?|ota|jwt|signing|session|vault)["']?[ \t]{0,4}(?:=>|[:={])[ \t{[(]{0,4}\r?\n?[ \t]{0,20}(?:["']?[\w-]{1,30}["']?[ \t]{0,2}[:=][^\n]{0,80}\n[ \t]{0,20}){0,2}["']?key["']?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}["']?([\w+/=-]{16,400})/gi;
const SSH2 = /---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----\r?\n((?:[\w-]{1,40}:[^\n]{0,200}\n)*)([A-Za-z0-9+/=\s]{40,20000})/g;
const XML_KEY = /<(?:D|P|Q|DP|DQ|InverseQ|Modulus><Exponent)>([A-Za-z0-9+/=\s]{16,1400})<\//g;
/** Keys of Azure's storage, databases and functions: 64 bytes. */
const AZURE_KEY = /(?<![\w+/=-])([A-Za-z0-9+/]{86}==)(?![\w+/=])/g;
const AUTH_CALL = /[.:>](?:auth|AUTH)\([ \t]{0,4}["']([^\s"']{6,200})["'][ \t]{0,4}\)/g;
const ROBOT = /^[ \t]*[$@&]\{[\w ]{0,40}(?:pass|pwd|secret|token|key|cle_|clave)[\w ]{0,20}\}[ \t]?=?(?:[ \t]{2,}|\t)(\S{6,200})[ \t]*$/gim;
const IN_BRACKETS = /([^\s"'`(,;]{6,100})["'`]?[ \t]{1,3}\((?:the[ \t]|root[ \t]|admin[ \t]|its[ \t])?(?:password|passphrase|pw|pass)\)/gi;
const WIRELESS =
  /\b(?:wi-?fi|wlan|ssid|wpa[23]?|hotspot|wireless|access point)\b[^\n]{0,80}?(?:\b(?:key|pass|code|pw|psk|cl[ée]|clave|schlüssel)\b)[ \t:=]{1,4}["'`]?([^\s"'`,;)]{6,100})/gi;
/** "batch / …" on a line of its own, near a word about accounts. */
const SLASHED =
  /^[ \t]*(?:[-*+.|]{1,3}[ \t]+)?(?:[\w /-]{1,30}:[ \t]{1,3})?["'`]?[\w.@+-]{2,40}["'`]?[ \t]{1,3}[/|:][ \t]{1,3}["'`]?([^\s"'`|]{6,100})["'`]?[ \t]*$/gm;
const ACCOUNT = /log[- ]?in|admin|panel|mail|ftp|vpn|router|zugang|console|password|credential|sign[- ]?in|account|access|user/i;
const INPUT =
  /<input\b(?=[^>]{0,400}?\btype[ \t]{0,2}=[ \t]{0,2}["']?password\b)[^>]{0,400}?\bvalue[ \t]{0,2}=[ \t]{0,2}["']([^"'\n]{4,100})["']/gi;
const ADD_LOGIN = /\bsp_(?:addlogin|password|addlinkedsrvlogin)\b[^\n;]{0,200}?,[ \t]{0,4}N?'([^'\n]{5,100})'[ \t]{0,4}(?:;|\r?\n|$)/gi;
const FILLED =
  /\binsert[ \t]+into[ \t]+[\w."`[\]]{0,60}(?:user|account|login|member|cred|auth|admin|customer|staff)\w{0,20}["`\]]?[ \t]+values\s{0,20}([^;]{1,2000})/gi;
const LITERAL = /'((?:[^'\n]|''){6,100})'/g;
/** `"…".equals(password)`, `"…" == password`: the value stands first. */
const TURNED =
  /["']([^\s"'\n]{6,100})["'](?:\.equals(?:IgnoreCase)?\([ \t]{0,4}|[ \t]{0,4}={2,3}[ \t]{0,4})(?:\w{1,20}[.>-]{1,2}){0,2}(?:get)?\w{0,20}(?:pass(?:word|wd)?|pwd|secret|token|api_?key)(?:\(\))?[ \t]{0,4}(?=[)\s;&|:])/gi;
/** Names that end with `key` and do not say of what: only a value at random is one, and none of a database, a cache or a public half. */
const OTHER_KEY =
  /(?:[_-](?:key|KEY)|[a-z0-9]Key|(?<![\w.-])key(?=["']?[ \t]{0,4}[:=][ \t]{0,4}["'](?=[\w-]*[a-z])(?=[\w-]*[A-Z])))["'`]?(?:\[\d{0,4}\])?[ \t]{0,4}(?:=>|!?={1,3}|:)[ \t]{0,4}b?["'`]?([A-Za-z0-9+/_-]{24,160}={0,2})["'`]?(?=[\s,;)}\]>]|$)/g;
const KEY_OF = /[A-Za-z][A-Za-z0-9]{1,20}(?:[_-][A-Za-z0-9]{1,20}){0,3}$/;
const NO_SECRET_OF =
  /(?:^|[_-])(?:cache|primary|foreign|sort|partition|row|object|public|pub|dedup\w*|idempotency|hash|lookup|group|map|index|event|message|translation|i18n|bucket|s3|path|route|query|state|react|track|unique|composite|natural|surrogate|site|publishable|verify|verification|host|fingerprint|commit|content)$/i;
/** `curl_easy_setopt(curl, CURLOPT_PASSWORD, "…")`, `user:…` among them. */
const CURLOPT =
  /\bCURLOPT_\w{0,20}(?:PASSWORD|PASSWD|USERPWD|BEARER)\b["']?[ \t]{0,4}(?:,|=>|=)[ \t]{0,4}["'](?:[^\s"':]{1,64}:)?([^\s"'\n]{4,300})["']/g;
/** Community strings are the passwords of SNMP. */
const COMMUNITY =
  /\bsnmp-server[ \t]+community[ \t]+([^\s"']{5,64})|\b(?:snmpwalk|snmpget|snmpset|snmpbulkwalk)\b[^\n|;]{0,120}?[ \t]-c[ \t]{0,2}([^\s"'$-][^\s"']{4,64})/g;
/** Tables of a name and its value: `| Password | \`…\` |`. */
const ROW =
  /(?:password|passwd|passphrase|pwd|secret|token|api[ _-]?key)[*_`"':]{0,3}[ \t]{0,20}\|[ \t]{0,20}[*_`"']{0,3}([^\s|"'`]{6,200})[*_`"']{0,3}[ \t]*(?:\||\r?$)/gim;
const ROW_START = /(?:^|\n)[ \t]*\|?[ \t]*[*_`"']{0,3}[\w .-]{0,30}$/;
/** "use `…` as the password" */
const AS_PASSWORD =
  /["'`]([^\s"'`]{6,100})["'`][ \t]{1,3}(?:as|for|is)[ \t]{1,3}(?:(?:the|a|your|its|their|our)[ \t]{1,3})?(?:[\w-]{1,20}[ \t]{1,3}){0,2}(?:password|passphrase|passcode|secret|pw)\b/gi;
/** "Login: admin / …", "credentials are admin:…" */
const PAIR =
  /\b(?:basic[ -]?auth|log[- ]?in|log[- ]?on|sign[- ]?in|logged in|(?:old|test|admin|guest|demo|service|default) account|zugang|konto|creds?|credentials?|user(?:name)?[ \t]?(?:\/|and|&)[ \t]?pass(?:word|wd)?|admin)\b[^\n:=(){}"'`]{0,30}?(?:[:=]\*{0,2}|\b(?:is|are|as|with|use|using|ist|lautet|est|es|sind|jest)\b)[ \t]{0,3}(?:user[ \t]+)?[`"'*]{0,2}[\w.@+-]{2,60}[`"'*]{0,2}[ \t]{0,2}(?:\/|:|\||,|and|with)[ \t]{0,2}(?:(?:the[ \t]+)?(?:password|pw|pass)[ \t:=]{1,3})?[`"'*]{0,2}([^\s"'`|,;()<>*]{6,100})/gi;
/** "The plain text of it is …" */
const PLAIN_TEXT = /^([^\n"'`(]{0,80}?)\b(?:plain|clear)[- ]?text\b[^:=\n"'`(]{0,60}[:=][ \t]*["'`]?([^\s"'`]{6,120})["'`]?[ \t]*$/gim;
const SET_PASSWORD = /\bSET[ \t]+PASSWORD[ \t]+FOR[ \t]+\S{1,80}[ \t]*=[ \t]*'([^'\n]{4,200})'/gi;
/** Terraform's default of a variable. */
const DEFAULT =
  /\bvariable[ \t]+"[\w-]{0,60}(?:pass(?:w(?:or)?d|phrase)?|pwd|secret|token|key)"[ \t]*\{[^}]{0,400}?\bdefault[ \t]*=[ \t]*"([^"\n]{6,300})"/g;
/** Go's MySQL driver. */
const DRIVER = /\b[\w.-]{1,40}:([^\s"'`/:]{4,100})@(?:tcp|udp|unix)\(/g;
/** Laravel's key: 32 bytes. */
const APP_KEY = /\bbase64:([A-Za-z0-9+/]{43}=)(?![A-Za-z0-9+/=])/g;
/** `${db.password:…}`, `${DB_PASSWORD:-…}`. */
const FALLBACK = /\$\{[\w.-]{0,80}(?:passw(?:or)?d|pwd|passphrase|secret|token|key)[\w.-]{0,20}:-?([^}\s"'$]{6,300})\}/gi;
const MNEMONIC = /\b(?:mnemonic|seed[ _]?phrase)["']?[ \t]{0,4}[:=][ \t]{0,4}["'`]([a-z]{3,8}(?: [a-z]{3,8}){11,23})["'`]/gi;
/** Keys of accounts of Ethereum. */
const ACCOUNTS = /\baccounts["']?[ \t]{0,4}:\s{0,20}\[\s{0,20}["'`](?:0x)?([0-9a-f]{64})["'`]/gi;
/** Calls whose only text is the key. */
const KEY_CALLS =
  /(?:\bnew[ \t]+[A-Z]\w{0,40}|\.(?:auth|setApiKey|set_api_key|withApiKey|authorize|init|configure))\([ \t]{0,4}["'`]([\w+/=.~-]{24,400})["'`]/g;
const AUTHORIZATION =
  /\b(?:proxy-)?(?:authorization|bearer)["']?[ \t]{0,4}[:=][ \t]{0,4}["'`]?(?:(?:token|bearer|basic|api-?key|key|digest|ntlm|negotiate)[ \t:=]{1,4})?["']?([\w.~+/=:-]{8,4000})/gi;
const BASIC = /\bBasic(?:[ \t]+|(?:[ \t]+(?:\{\}|%s))?["'],[ \t]{0,4}["'])([A-Za-z0-9+/]{8,400}={0,2})(?![\w+/=])/g;
const BEARER = /\b(?:Bearer|Token|ApiKey|Negotiate|SSWS|GenieKey|Splunk|OAuth)[ \t]+(?:token=)?["']?([\w.~+/=-]{20,4000})/g;
const SCHEMES = ["Bearer", "Token ", "ApiKey", "Negotiate", "SSWS", "GenieKey", "Splunk", "OAuth"];
const HEADER_KEY =
  /\b(?:X|x)-[A-Za-z-]{0,30}(?:[Kk]ey|[Tt]oken|[Ss]ecret|[Aa]uth|[Pp]assword|[Ss]ession)["']?[ \t]{0,4}[:,=][ \t]{0,4}["']?([^\s"'`<>{}$]{8,400})/g;
/** `header_up X-Internal-Key …` */
const HEADER_SET =
  /\b[Xx]-[A-Za-z-]{0,30}(?:[Kk]ey|[Tt]oken|[Ss]ecret|[Aa]uth)\)?(?:[ \t]+-m[ \t]+\w{1,6})?[ \t]{1,4}["']?([\w+/=.-]{16,400})/g;
const COOKIES =
  /(?:\b(?:set-)?cookie["']?[ \t]{0,4}[:,=][ \t]{0,4}|\bcurl\b[^\n]{0,200}?[ \t](?:-\w{0,3}b|--cookie)[ \t=]{1,3})["']?([^\r\n"']{10,2000})/gi;
const COOKIE = /[\w.%-]{1,60}=([^;\s"']{12,1000})/g;
const JWK =
  /(?<![\w.\\])\\?["']?(?:d|p|q|dp|dq|qi|k)\\?["']?[ \t]{0,4}(?::|=>|=)\s{0,40}(?:\\?["']|(?=[\w-]{40}))([\w-]{16,1400})(?=[\\"'\s,}]|$)/g;
const PUTTY = /^[ \t]*Private-Lines:[ \t]*(\d{1,4})\r?\n/gm;
const OPENSSH = /b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/=\s\\nr"',]{40,20000}/g;
const CRYPT =
  /\$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|apr1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|[156y]\$(?:rounds=\d{1,9}\$|j\w{1,6}\$)?[./A-Za-z0-9]{1,32}\$[./A-Za-z0-9]{22,86}|argon2(?:id?|d)\$v=\d+\$[\w,=$+/]{20,200})|\{S?SHA(?:256|512)?\}[A-Za-z0-9+/]{24,160}={0,2}|\bpbkdf2_sha\d+\$\d+\$\w{4,64}\$[A-Za-z0-9+/]{40,90}=*/g;
/** Addresses that are themselves the permission. */
const ADDRESS =
  /(?:\bwebhook\.office\.com\/webhookb2\/|outlook\.office(?:365)?\.com\/webhook\/|hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d{15,22}\/|hooks\.zapier\.com\/hooks\/catch\/|maker\.ifttt\.com\/trigger\/[\w-]{1,60}\/(?:json\/)?with\/key\/|open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/|api\.telegram\.org\/(?:file\/)?bot|events\.pagerduty\.com\/integration\/|api\.opsgenie\.com\/\S{0,40}apiKey=|alert\.victorops\.com\/integrations\/generic\/\d+\/alert\/|hc-ping\.com\/|cronitor\.link\/p\/|nosnch\.in\/|heartbeat\.uptimerobot\.com\/|uptime\.betterstack\.com\/api\/v1\/heartbeat\/|hook\.\w{2,4}\d?\.make\.com\/|hook\.integromat\.com\/|api\.netlify\.com\/build_hooks\/|integrations\/deploy\/prj_\w{8,40}\/|logs-\d+\.loggly\.com\/inputs\/|webhook\.site\/|hub\.docker\.com\/api\/build\/v1\/source\/|chat\.googleapis\.com\/v1\/spaces\/|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/|oapi\.dingtalk\.com\/robot\/|\/(?:web)?hooks?\/(?:catch\/|incoming\/)?|:\/\/(?:web)?hooks?\.[\w.-]{3,60}\/(?:[a-z][\w-]{0,20}\/){0,3})(?:["'][ \t]{0,4}[+.&]?[ \t]{0,4}\\?\r?\n[ \t]{0,40}[+.&]?[ \t]{0,4}f?["'])?([\w@:./%-]{16,400})/g;
const PARAMETER =
  /[?&;](?:sig|signature|x-amz-(?:signature|security-token|credential)|x-goog-signature|awsaccesskeyid|access[_-]?token|auth[_-]?token|id_token|refresh_token|token|api[_-]?key|apikey|appid|app_key|subscription-key|key|auth|code|hmac|password|passwd|pwd|pass|secret|client_secret|sas|sv_sig)=([^&\s"'`<>{}$#;,)\\]{6,1200})/gi;
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
      const value = match[group];
      if (value === undefined || !holds(value, match)) continue;
      const start = match.index + match[0].lastIndexOf(value);
      spans.push([start, start + value.length]);
    }
  };
  const lower = text.toLowerCase();
  // Looking for a few words is ten times as fast as one expression for all of them.
  const told = new Words(lower);
  const has = (...words: string[]): boolean => told.has(...words);
  const accounts = has("pass", "login", "admin", "cred", "log in", "sign in", "auth");
  if (text.includes("pect") && /pect\b[^\n]{0,60}(?:assw|assphrase)/.test(text))
    all(SENT, 1, (value) => isLogin(value) || (/\d/.test(value) && isChosen(value)));
  if (text.includes("IDENTIFIED") || text.includes("identified"))
    for (const group of [1, 2, 3]) all(IDENTIFIED, group, (value) => isGiven(value, group < 3));
  if (text.includes("@tcp(") || text.includes("@unix(") || text.includes("@udp(")) all(DRIVER, 1, (value) => isGiven(value, true));
  if (text.includes("base64:")) all(APP_KEY, 1, () => true);
  if (text.includes("${")) all(FALLBACK, 1, (value) => isHeld(value) || isChosen(value));
  if (text.includes("nemonic") || text.includes("MNEMONIC") || text.includes("phrase")) all(MNEMONIC, 1, () => true);
  if (text.includes("accounts")) all(ACCOUNTS, 1, (value) => entropy(value) > 2.6);
  if (text.includes("SET PASSWORD") || text.includes("set password")) all(SET_PASSWORD, 1, (value) => isGiven(value));
  if (text.includes('variable "')) all(DEFAULT, 1, (value) => isHeld(value) || isChosen(value));
  if (lower.includes("password")) all(SQL_PASSWORD, 1, (value) => !isTemplate(value) && /[^A-Za-z]/.test(value));
  if (lower.includes("insert")) {
    inserted(text, spans);
    filled(text, spans);
  }
  if (text.includes("\n|") || /pass|pwd|secret|token|key|pin/.test(lower.slice(0, MAX_LINE))) columns(text, spans);
  if (lower.includes("value")) {
    all(
      SESSION,
      1,
      (value) =>
        isRandom(value.replace(/%[0-9A-F]{2}/gi, "x"), true) ||
        /^(?=\D*\d)[a-z\d]{20,}$|^(?=.*[a-z])(?=.*[A-Z])[A-Za-z\d]{20,}$/.test(value),
    );
    if (text.includes("Cookie.value")) all(COOKIE_VALUE, 1, (value) => isRandom(value, true));
  }
  if (has("\ttrue\t", "\tfalse\t")) all(COOKIE_JAR, 1, (value) => isRandom(value.replace(/%[0-9A-F]{2}/gi, "x"), true));
  if (has("sess", "sid=", 'sid"', "sid'")) all(SESSION_PAIR, 1, (value) => isRandom(value.replace(/%[0-9A-F]{2}/gi, "x"), true));
  if (has("passwords", "secrets", "tokens", "credentials", "keys")) blocks(text, spans);
  if (has("key")) all(ENCLOSED, 1, (value) => isRandom(value, true));
  if (text.includes("BEGIN SSH2")) all(SSH2, 2, () => true);
  if (text.includes("<InverseQ>") || text.includes("RSAKeyValue")) all(XML_KEY, 1, () => true);
  if (text.includes("==") && has("azure", "cosmos", "accountkey", "storage", "windows.net"))
    all(AZURE_KEY, 1, (value) => isRandom(value.slice(0, 40), true));
  if (has("auth(")) all(AUTH_CALL, 1, isLogin);
  if (has("${", "@{", "&{")) all(ROBOT, 1, (value) => isHeld(value) || isChosen(value));
  if (accounts && / \((?:the |root |admin |its )?p(?:ass)?w?(?:ord|phrase)?\)/.test(lower)) all(IN_BRACKETS, 1, isTold);
  if (has("wifi", "wi-fi", "wlan", "ssid")) all(WIRELESS, 1, (value) => isTold(value) || isPhrase(value));
  if (accounts)
    all(
      SLASHED,
      1,
      (value, { index }) => isLogin(value.replace("=", "+")) && ACCOUNT.test(text.slice(Math.max(0, index - 300), index + MAX_NAME)),
    );
  if (lower.includes("<input")) all(INPUT, 1, (value) => isHeld(value));
  if (text.includes("sp_")) all(ADD_LOGIN, 1, (value) => isGiven(value));
  if (has("_key", "-key") || text.includes("Key"))
    all(OTHER_KEY, 1, (value, match) => {
      if (!/\d/.test(value) || !isRandom(value, true)) return false;
      const end = match.index + (/^[a-z0-9]/.test(match[0]) ? 1 : 0);
      if (/^key/.test(match[0])) return /[a-z]/.test(value) && /[A-Z]/.test(value);
      const name = KEY_OF.exec(text.slice(Math.max(0, end - MAX_NAME), end))?.[0];
      return name !== undefined && !NO_SECRET_OF.test(name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_"));
    });
  if (has(".equals", '" ==', "' ==", '"==', "'==")) all(TURNED, 1, isHeld);
  if (text.includes("CURLOPT_")) all(CURLOPT, 1, (value) => isHeld(value) || isChosen(value));
  if (text.includes("snmp")) {
    all(COMMUNITY, 1, (value) => isGiven(value));
    all(COMMUNITY, 2, (value) => isGiven(value));
  }
  if (text.includes("|"))
    all(ROW, 1, (value, { index }) => isLogin(value) && ROW_START.test(text.slice(Math.max(0, index - MAX_NAME), index)));
  if (has("pass")) all(AS_PASSWORD, 1, (value) => isStrong(value, true));
  if (accounts) all(PAIR, 1, isLogin);
  if (has("plaintext", "plain text", "clear text", "cleartext"))
    all(PLAIN_TEXT, 2, (value, match) => COMMENTED.test(match[1]!) && isHeld(value));
  calledSpans(text, spans);
  spans.push(...placedSpans(text, told, COMMANDS), ...placedSpans(text, told, PLACES));
  all(KEY_CALLS, 1, (value, match) => isRandom(value, true) && !/\b[GU]uid\(/i.test(match[0]));
  if (has("authorization", "bearer")) all(AUTHORIZATION, 1, (value) => isRandom(value, true) || isPair(value));
  if (/:(?:\d{4,5}|\*):/.test(text))
    for (const line of [PGPASS, PGPASS_INSIDE]) all(line, 1, (value) => isStrong(value, true) || isChosen(value));
  if (text.includes("login") && text.includes("password")) all(NETRC, 1, (value) => isGiven(value, true));
  if (has("oracle:", "sqlplus")) all(ORACLE, 1, (value) => !isTemplate(value) && !isLabel(value));
  if (text.includes("Basic")) all(BASIC, 1, isPair);
  if (SCHEMES.some((scheme) => text.includes(scheme))) all(BEARER, 1, (value) => /\d/.test(value) && isRandom(value, true));
  all(HEADER_KEY, 1, (value) => isRandom(value, true) || isStrong(value, true));
  if (has("x-")) all(HEADER_SET, 1, (value) => isRandom(value, true));
  if (lower.includes("cookie") || text.includes("curl")) {
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
  if (/\bkty\b/.test(text)) all(JWK, 1, (_, { index }) => /\bkty\b/.test(text.slice(Math.max(0, index - 3_000), index + 3_000)));
  if (text.includes('"auth"')) all(AUTHS, 1, isPair);
  if (text.includes("Private-Lines:")) putty(text, spans);
  if (text.includes("b3BlbnNzaC1rZXktdjE")) all(OPENSSH, 0, () => true);
  all(CRYPT, 0, (value) => !/(.)\1{9}/.test(value));
  if (has("hook", "://"))
    all(
      ADDRESS,
      1,
      (value) =>
        /\d/.test(value) &&
        /[\w-]{16}/.test(value) &&
        (isRandom(value.replace(/[./@:]/g, ""), true) ||
          value.split("/").some((part) => isRandom(part, true) || /^(?=(?:\D*\d){2})[a-z\d]{26}$/.test(part))),
    );
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

/** SQL: what is put into columns that are called so. */
function inserted(text: string, spans: Span[]): void {
  INSERT.lastIndex = 0;
  for (let insert = INSERT.exec(text); insert !== null; insert = INSERT.exec(text)) {
    const wanted = insert[1]!.split(",").flatMap((name, at) => (COLUMN.test(name.replace(/["`[\]]/g, "").trim()) ? at : []));
    if (wanted.length === 0) continue;
    TUPLE.lastIndex = INSERT.lastIndex;
    for (let row = TUPLE.exec(text); row !== null; row = TUPLE.exec(text)) {
      CELL.lastIndex = 0;
      for (let at = 0; CELL.lastIndex < row[1]!.length && at < 100; at++) {
        const from = CELL.lastIndex;
        const cell = CELL.exec(row[1]!);
        if (cell === null) break;
        const value = cell[2];
        if (value === undefined || !wanted.includes(at) || !(isHeld(value) || isChosen(value))) continue;
        const start = row.index + 1 + from + cell[0].indexOf("'") + 1;
        spans.push([start, start + value.length]);
      }
    }
  }
}

function blocks(text: string, spans: Span[]): void {
  for (const [pattern, group] of [
    [BLOCK, 1],
    [BLOCK_LINES, 2],
  ] as const) {
    pattern.lastIndex = 0;
    for (let block = pattern.exec(text); block !== null; block = pattern.exec(text)) {
      const from = block.index + block[0].lastIndexOf(block[group]!);
      for (const one of block[group]!.matchAll(BLOCK_VALUE)) {
        const value = one[1]!;
        const start = from + one.index + one[0].indexOf(value);
        if (isRandom(value, true) || isTold(value)) spans.push([start, start + value.length]);
      }
    }
  }
}

/** SQL without names of columns: only what cannot be anything else. */
function filled(text: string, spans: Span[]): void {
  FILLED.lastIndex = 0;
  for (let insert = FILLED.exec(text); insert !== null; insert = FILLED.exec(text)) {
    const from = FILLED.lastIndex - insert[1]!.length;
    for (const one of insert[1]!.matchAll(LITERAL))
      if (isTold(one[1]!)) spans.push([from + one.index + 1, from + one.index + 1 + one[1]!.length]);
  }
}

/** Among so many lines the names of columns stand in a file of separated values. */
const HEADS = 4;

/** Tables of Markdown and files of separated values: what stands below the name of a secret. */
function columns(text: string, spans: Span[]): void {
  let wanted: number[] = [];
  let sign = "";
  let line = 0;
  for (let at = 0; at < text.length; line++) {
    const next = text.indexOf("\n", at);
    const end = next < 0 ? text.length : next;
    // One of the first lines, or the first of a table, names the columns.
    const first = line < HEADS ? /[,;\t|]/.exec(text.slice(at, Math.min(end, at + MAX_LINE)))?.[0] : undefined;
    if (sign === "" && (first !== undefined || text[at] === "|")) {
      sign = first ?? "|";
      const names = end - at > MAX_LINE ? [] : text.slice(at, end).split(sign);
      wanted = names.flatMap((name, no) => (COLUMN.test(name.replace(/["'`*]/g, "").trim()) ? no : []));
      if ((wanted.length === 0 || names.filter((name) => name.trim() !== "").length < 2) && sign !== "|") sign = "";
    } else if (sign === "|" && text[at] !== "|") sign = "";
    else if (sign !== "" && wanted.length > 0 && end - at <= 2_000) {
      let from = at;
      for (const [no, cell] of text.slice(at, end).split(sign).entries()) {
        const value = cell.replace(/^[\s"'`*]+|[\s"'`*]+$/g, "");
        if (wanted.includes(no) && (isHeld(value) || isChosen(value)))
          spans.push([from + cell.indexOf(value), from + cell.indexOf(value) + value.length]);
        from += cell.length + sign.length;
      }
    }
    at = end + 1;
  }
}

/** The secret that a name ends up with; null where its value is none. */
function atCue(text: string, start: number, end: number): Span | null {
  let from = start;
  while (from > 0 && start - from < MAX_NAME && isNamePart(text.charCodeAt(from - 1))) from--;
  let to = end;
  while (to < text.length && to - end < MAX_NAME && isNamePart(text.charCodeAt(to)) && text[to] !== ".") to++;
  // `fs.secret.key`: after a point a name goes on with these only, or it would be a member.
  if (text[to] === ".") to = Math.max(to, after(MEMBER, text, to));
  const cue = text.slice(start, end).toLowerCase();
  const head = text.slice(from, start);
  const tail = text.slice(end, to);
  if (/^[a-rt-z]|^s[a-z]/.test(tail) || ATTRIBUTE.test(tail) || ABOUT.test(head)) return null;
  // A salt is no secret of its own; a constant that is called so is one of those that a program adds to its own.
  if (cue === "salt" && head === "" && text.slice(start, end) !== "SALT") return null;
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
  return isSomethingElse(text, { from, to, head, cue, line }, value, content) ? null : [at + shift, until];
}

/** Is what looks like a secret of its name a part of the program, of a sentence or of a list after all? */
function isSomethingElse(
  text: string,
  { from, to, head, cue, line }: { from: number; to: number; head: string; cue: string; line: string },
  value: Value,
  content: string,
): boolean {
  const { at, until } = value;
  const between = text.slice(to, at);
  const inQuotes = /["'`>]$/.test(between);
  // What is called, an atom (`pass :name`), where a folder is (`OLDPWD`).
  if (text[until] === "(" || (!inQuotes && /^\w+\(/.test(content)) || /^[ \t]+:$/.test(between)) return true;
  if (cue === "pwd" && /(?:dir\w*|name|in|old|cur\w*|work\w*)_?$/i.test(head)) return true;
  // The name of a secret that one is asked for: `getSecret("…", …)`.
  if (cue === "secret" && /\([ \t]*\W?$/.test(between) && (!/\d/.test(content) || text[until + 1] === ",") && !isRandom(content, true))
    return true;
  // A name of a program, unless what stands around it says that these are settings.
  if (
    /^[A-Za-z]+[a-z][A-Z][A-Za-z]*$/.test(content) &&
    !inQuotes &&
    !isStrong(content, true) &&
    !isRandom(content, true) &&
    /^[\w$]*[a-z][\w$]*$/.test(text.slice(from, to)) &&
    !isSettings(text, from, value, between.trim())
  )
    return true;
  if (!isWordy(content)) return false;
  // Words of a sentence (`Password: at least 10 letters`), among texts for people, in a list of words.
  if (!inQuotes && /:[ \t]*$/.test(between) && /^[ \t]+[\p{L}\d]+(?:[\s"'.,!<]|$)/u.test(text.slice(until, until + 40))) return true;
  if (isSpoken(text, from, until)) return true;
  if (/^\p{L}+$/u.test(content) && /^["'`]\]?[ \t]*,[ \t]*["'`]$/.test(between) && !/\([ \t]*(?:b?["'`][#.\w-]*)?$/.test(line)) return true;
  // A word that no sign and no verb gives.
  return (
    /^\p{Lu}?\p{Ll}+$|^\D*\s\D*$/u.test(content) &&
    !/[:=>(,|?]|\b(?:is|was|ist|lautet|est|es|jest)\b/.test(between) &&
    (!inQuotes || cue === "pass" || isProse(line))
  );
}

/** A value of several words, or of one with a capital: in quotes or an element, or in YAML. */
const SPOKEN =
  /[:=>,(][ \t]*(?:(["'`])(?:\p{Lu}\p{Ll}+[.!?:]?|\p{L}+ [\p{L}\d',.()!?: %{}-]+)\1|(?<=>)\p{Lu}[\p{L}\d',.()!?: %{}-]+<)|^[ \t]*[\w.-]+:[ \t]+\p{Lu}?\p{L}+ [\p{L}\d',.()!?: %{}-]+$/u;
/** Do the lines around it give such values too? That are texts for people: translations, labels, messages. */
function isSpoken(text: string, start: number, until: number): boolean {
  const above = text
    .slice(Math.max(0, start - MAX_NEAR), start)
    .split("\n")
    .slice(1, -1)
    .slice(-5);
  const below = text
    .slice(until, until + MAX_NEAR)
    .split("\n")
    .slice(1, 6);
  return [...above, ...below].filter((line) => SPOKEN.test(line)).length > 1;
}

const MEMBER = /\.(?:key|value|plain|token|password|secret|default)(?![\w.(])/y;

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
    /(?:store|key|alias)$/i.test(head) ||
    /(?:^|[^A-Za-z])(?:db|dn|ds|user|usr|root|admin|adm|require|store|key|my|sql|mysql|pg|ftp|smtp|mail|imap|pop3?|sudo|become|ldap|ssh|vnc|rdp|proxy|bind|auth|login|web|rcon|oper|srv|serv(?:er)?|host|client|cert|conn|net|app|api|sys|wifi|wlan|ap|sta|mqtt|http|ota|jdbc|ora|mongo|redis|new|old|def(?:ault)?|priv|enc|sec|nick|jabber|irc|backup|archive|zip|pdf)$/i.test(
      head,
    )
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
    const reversed = REVERSED.exec(text.slice(Math.max(0, from - MAX_LINE), from));
    if (reversed) {
      const start = from - (reversed[0].length - reversed[0].indexOf(reversed[2]!, 5));
      return { at: start, until: start + reversed[2]!.length, quoted: true };
    }
    for (const pattern of [BELOW, ATTRIBUTED]) {
      const at = after(pattern, text, to);
      if (at >= 0) return quotedAt(text, at, cue) ?? literal(text, plainAt(text, at, true));
    }
    const element = elementAt(text, after(NAMED_ELEMENT, text, to));
    if (element) return element;
  }
  if (KEY_ELEMENT.test(line)) return elementAt(text, after(KEYED_ELEMENT, text, to));
  const deeper = deeperAt(text, from, to, cue);
  if (deeper) return deeper;
  for (const pattern of [TYPED, PROPERTY, ASSIGNED_TYPE, CALLED, LISTED, DEFAULTED, PICTURE]) {
    // `<Pass encoding="…">` gives no type.
    if (pattern === ASSIGNED_TYPE && /<[\w:-]{0,40}$/.test(line)) continue;
    const at = after(pattern, text, to);
    if (at >= 0) return quotedAt(text, at, cue);
  }
  const flag = line.endsWith("--") || line.endsWith("-") || text.startsWith("--", from) || text.startsWith("-", from);
  let at = after(ASSIGNED, text, to);
  if (at >= 0) {
    const tagged = after(YAML_TAG, text, at);
    if (tagged >= 0) at = tagged;
    const quoted = quotedAt(text, at, cue);
    if (quoted) return quoted;
    const folded = after(FOLDED, text, at);
    if (folded >= 0) return { at: folded, until: trimmed(text, folded, after(/[^\r\n]{1,300}/y, text, folded)), quoted: true };
    // Inside `…;Password=…;…` and `?password=…`: up to the next part. Inside quotes only, or any statement of a program would be one.
    if (/[;?&]$/.test(line) || /["'`][ \t]?$/.test(line) || isInString(line)) return partAt(text, at);
    // `{ user: app, password: … }` of YAML.
    if (text[to] === ":" && /\{[^{}"'`()]*,[ \t]*$/.test(line)) return piece(text, at);
    if (text[to] === ":" && /[:-][ \t]{1,4}\{[ \t]*$/.test(line)) {
      const one = piece(text, at);
      if (one && (/^[A-Z][A-Z0-9_]+$/.test(text.slice(from, to)) || isTold(text.slice(one.at, one.until)))) return one;
    }
    if (flag || ARGUMENT.test(line)) {
      const word = wordAt(text, at);
      // `user=… password=…` without a comma is no call, `--password=…` no statement.
      return text[to] === "=" && (at === to + 1 || /=[^\s=,(]{1,120}[ \t]{1,4}$/.test(line)) ? literal(text, word) : word;
    }
    const name = text.slice(from, to);
    // `PGPASSWORD=… psql`
    const variable = text[to] === "=" && at === to + 1 && /^[A-Z][A-Z0-9_]+$/.test(name);
    const rest = SETTING.test(line) ? plainAt(text, at, false) : null;
    if (variable && rest === null && !/[(]$/.test(line)) return literal(text, wordAt(text, at));
    // Properties (`flyway.password=…`) and variables of a shell have no expressions.
    if (
      rest &&
      (variable || (text[to] === "=" && at === to + 1 && /^[a-z][\w-]*(?:\.[\w-]+)+$/.test(name) && !/^(?:self|this)\./.test(name)))
    )
      return { ...rest, quoted: !text.slice(rest.at, rest.until).includes("(") };
    // `rcon.password=…`, `AuthPass=…`: no program is written so without spaces, but for the arguments of a call.
    if (rest && text[to] === "=" && at === to + 1)
      return { ...rest, quoted: !/[(),;[\]{}]|^[A-Za-z_]+(?:\.[A-Za-z_]+)+$/.test(text.slice(rest.at, rest.until)) };
    // `10.0.0.7 agent_token=… port=22`
    if (rest === null && text[to] === "=" && at === to + 1 && line !== "" && isProse(line)) {
      const word = wordAt(text, at);
      if (word) return word;
    }
    // `-o username=…,password=…,uid=…`
    if (text[to] === "=" && at === to + 1 && /[\w.]=[^\s,=()"']{1,80},$/.test(line)) return piece(text, at);
    // `<td>Password: …</td>`
    if (rest === null && PASSWORDS.test(cue) && /<[a-z]\w{0,9}(?:[ \t][^<>]{0,80})?>[\w .-]{0,40}$/i.test(line)) {
      const element = elementAt(text, at);
      if (element && isLogin(text.slice(element.at, element.until))) return element;
    }
    const marked = after(MARKED_UP, text, to);
    if (rest === null && marked >= 0 && PASSWORDS.test(cue)) return elementAt(text, marked);
    if (rest === null && PROSE.test(line)) {
      const word = proseAt(text, at);
      if (word) {
        const said = text.slice(word.at, word.until);
        return { ...word, quoted: PASSWORDS.test(cue) && (isLogin(said) || (isChosen(said) && !/^\p{Lu}?\p{Ll}+[.,!?:)]*$/u.test(said))) };
      }
    }
    // `tenant secret: …`
    if (rest === null && text[to] === ":" && /^[ \t]*(?:[-*#][ \t]+)?(?:[\w-]{1,20}[ \t]){1,4}$/.test(line)) {
      const word = sentenceWordAt(text, at);
      if (word && isRandom(text.slice(word.at, word.until), true)) return word;
    }
    if (rest === null && PASSWORDS.test(cue) && isProse(line.replace(/\((?=[\w ,.:@`-]*$)/, ""))) {
      const word = sentenceWordAt(text, at + (/^[*_`]{1,2}[ \t]{1,3}[*_`]{0,2}|^\[ \t]/.exec(text.slice(at, at + 8))?.[0].length ?? 0));
      if (word && isLogin(text.slice(word.at, word.until))) return word;
    }
    // Lines of YAML, of properties and of files with sections: no variable can stand there; nor in most of a Makefile's.
    if (
      rest &&
      PASSWORDS.test(cue) &&
      (isSettings(text, from, rest, text.slice(to, at).trim()) ||
        (/^[A-Z][A-Z0-9_]+$/.test(name) && /^[ \t]*[:?]?=/.test(text.slice(to, at)) && line.trim() === ""))
    )
      return literal(text, rest);
    return rest;
  }
  at = after(TAGGED, text, to);
  if (at >= 0 && /<[\w:]{0,40}$/.test(line)) return elementAt(text, at);
  if (flag) {
    at = after(SPACED, text, to);
    if (at < 0 || text[at] === "-") return null;
    const word = wordAt(text, at);
    return quotedAt(text, at, cue) ?? (word && { ...word, quoted: true });
  }
  // SQL: PASSWORD '…'.
  at = after(SPACED_QUOTED, text, to);
  if (at >= 0) {
    const quoted = quotedAt(text, text[at] === "N" ? at + 1 : at, cue);
    if (quoted === null || PASSWORDS.test(cue) || cue === "secret" || /^[ \t]*#[ \t]*define[ \t]+$/.test(line)) return quoted;
    return isRandom(text.slice(quoted.at, quoted.until), true) ? quoted : null;
  }
  // Prose: "password `…`", "the password is now `…`".
  if (PASSWORDS.test(cue) || cue === "secret") {
    at = after(SAID, text, to);
    // "pass `…` to" is no password.
    if (at >= 0 && cue === "pass" && !/^[ \t]*[:=]|\b(?:is|was)\b/.test(text.slice(to, at))) return null;
    if (at >= 0 && (isProse(line) || isProse(saidIn(line)))) return quotedAt(text, at, cue);
    if (cue !== "secret" && cue !== "psk" && (isProse(line) || isProse(saidIn(line)))) {
      at = after(UNQUOTED, text, to);
      const word = at < 0 || (cue === "pass" && !/[:=]|\b(?:is|was)\b/.test(text.slice(to, at))) ? null : sentenceWordAt(text, at);
      if (word && isLogin(text.slice(word.at, word.until))) return { ...word, quoted: true };
    }
  }
  // "Use this token for the sandbox: `…`"
  else {
    at = isProse(line) ? after(SAID, text, to) : -1;
    const quoted = at < 0 ? null : quotedAt(text, at, cue);
    if (quoted && isRandom(text.slice(quoted.at, quoted.until), true)) return quoted;
  }
  at = after(DEFINED, text, to);
  if (at >= 0 && (/define\($/i.test(line) || line.endsWith("(") || /\{'?$/.test(line) || line.endsWith(":") || line.endsWith("*")))
    return quotedAt(text, at, cue);
  // `.get("#password").type("…")`
  at = after(TYPED_IN, text, to);
  if (at >= 0) return quotedAt(text, at, cue);
  // `password: <code>…</code>`, `<th>Password</th><td>…</td>`
  at = after(MARKED_UP, text, to);
  if (at >= 0) {
    const element = elementAt(text, at);
    const said = element === null ? "" : text.slice(element.at, element.until);
    return (PASSWORDS.test(cue) ? isLogin(said) : isRandom(said, true)) ? element : null;
  }
  // `requirepass …`, `password …` of configuration files and routers.
  if (/^[ \t]*(?:[\w./-]+[ \t]+){0,5}$/.test(line)) {
    // `username … password 0 …`
    at = Math.max(after(SPACED, text, to), after(LEVEL, text, to));
    if (at < 0 || !(VARIABLE.test(line) || /pass|pw|secret|psk|masterauth/.test(cue))) return null;
    const word = wordAt(text, at);
    const said = word === null ? "" : text.slice(word.at, word.until);
    return word !== null && /^[ \t]*(?:\r?\n|$)/.test(text.slice(word.until, word.until + 20)) && (/\d/.test(said) || isLogin(said))
      ? { ...word, quoted: true }
      : null;
  }
  return null;
}

/** After a name in a macro, a list of Lisp, a keyword of Elixir. */
const DEFINED = /[*']?(?:[ \t]{0,4},?[ \t]{0,4}|[ \t]{1,2}\.[ \t]{1,2})(?:<<)?(?=")/y;
/** Between a name in prose and the value that it has, without quotes. */
const UNQUOTED =
  /[ \t]{1,3}(?:for|of|on|to|at|für|fuer|zum|zur|der|des|vom|von|de|del|para|por|par|pour|du|da|do|dla)[ \t][^:\n"'`=(){}<>]{1,50}(?::|[ \t](?:is|was|ist|lautet|est|es|é|jest))[ \t]{1,3}(?=[^\s"'`([{<])|[ \t]{1,3}(?:(?:was|is|has been)[ \t])?(?:changed|set|reset|rotated|updated)(?:[ \t]from[ \t]\S{1,40})?[ \t]to[ \t]{1,3}(?=[^\s"'`([{<])|[*_`]{0,2}(?:[ \t]{0,3}(?:[:=|–—-]|->|=>)[*_`]{0,2}|[ \t]{1,3}(?:is|was|of|to|now|still|set|ist|lautet|est|es|é|jest|nun|jetzt)){0,3}[ \t]{1,8}(?=[^\s"'`([{<])|[*_`]{0,2}[ \t]{0,3}[:|][ \t]{0,3}[*_`]{0,2}(?=[^\s"'([{<])/y;
const SENTENCE_WORD = /[^\s"'`,;|<>()]{6,100}/y;
/** A word of a sentence, without the sign that ends that. */
function sentenceWordAt(text: string, at: number): Value | null {
  at += /^[*_]{1,2}/.exec(text.slice(at, at + 2))?.[0].length ?? 0;
  const until = after(SENTENCE_WORD, text, at);
  if (until < 0) return null;
  return { at, until: until - (/[.*_:]{1,3}$/.exec(text.slice(at, until))?.[0].length ?? 0), quoted: true };
}
const MARKED_UP =
  /[ \t]{0,4}(?:[:=]|\b(?:is|was|now|of)(?=[ \t]))?(?:\s{0,40}<\/?(?:code|b|strong|tt|kbd|td|dd|dt|th|em|i|span|p|li|br|samp|pre|var|div)\b[^<>]{0,60}>){1,4}\s{0,40}(?=[^<\s])/iy;
/** Between a name in prose and the value that it has, in quotes. */
const SAID =
  /(?:[ \t]{1,3}(?:for|of|on|to)(?:[ \t]{1,3}[\w.-]{1,30}){1,4}?)?(?:[ \t]{1,3}(?:is|was|are|now|still|currently|set|reset|changed|rotated|to|=|be|ist|lautet|est|es|é|jest|nun|jetzt)){0,4}(?:(?:[ \t][\p{L}\d'-]{2,20}){0,3}[ \t]?:)?[ \t]{1,3}\(?\*{0,2}(?=["'`])/iuy;
/** After a selector: what is typed there. */
const TYPED_IN =
  /[\w\]=)"'` -]{0,12}["'`]?[ \t]{0,2}\){1,3}\s{0,40}(?:\.(?:first|last|should|click|clear|focus)\([^()\n]{0,40}\)\s{0,40}){0,3}\.(?:type|fill|send_?keys|setValue|set_?value|set|val|input|enterText|typeText|type_text|press_sequentially|pressSequentially|fill_in)\([ \t]{0,4}(?=["'`])/iy;
/** What is said within a text or a bracket that is still open. */
const saidIn = (line: string): string => line.slice(Math.max(line.lastIndexOf('"'), line.lastIndexOf("(")) + 1).replace(/^[^\w]*/, "");
/** A line of a document or a comment, so far: no statement of a program. */
const isProse = (line: string): boolean => COMMENTED.test(line) || !/[(){}[\];=<>$]/.test(line.replace(/\([\w ,.@-]*\)|\[[^\]]*\]/g, ""));
const COMMENTED = /^[ \t]*(?:#|\/\/|\/?\*|--|;|<!--|%|>)/;
/** What stands before a name with its value in a comment or a sentence: `# staging: ann@… / password: …`, `Enter password: …`. */
const PROSE: { test(line: string): boolean } = {
  test: (line) =>
    (COMMENTED.test(line) || /^[ \t]*(?:[-*+]|\d{1,3}[.)])?[ \t]*(?:[A-Z][\w .,'/@`*-]{0,120})?$/.test(line)) && isProse(line),
};

/** A password that ends a sentence. */
function proseAt(text: string, at: number): Value | null {
  const word = wordAt(text, at);
  return word !== null && /^[ \t]*[.,)]?[ \t]*(?:\*\/|-->)?[ \t]*(?:\r?\n|$)/.test(text.slice(word.until, word.until + 20)) ? word : null;
}

const PIECE = /[^\s"'`,;&|<>(){}]{4,300}(?=[,\s}]|$)/y;
function piece(text: string, at: number): Value | null {
  const until = after(PIECE, text, at);
  return until < 0 ? null : { at, until, quoted: true };
}

/** What introduces `name=value` on a command line; and one of several on a line. */
const ARGUMENT = /(?:^|\s)(?:(?:--from-literal|--set(?:-string)?|--env|--build-arg|-[DPes])[= \t]?|[\w.]{1,60}=[^\s=]{1,120}[ \t]{1,4})$/;
/** `ENV NAME value`, `setenv NAME value`, `set -gx NAME value`. */
const VARIABLE = /^[ \t]*(?:env|arg|setenv|setx|set[ \t]+-\w{1,4})[ \t]+$/i;

/** Does a quote stand open at the end of the line so far? */
function isInString(line: string): boolean {
  return (line.split('"').length % 2 === 0 || line.split("'").length % 2 === 0) && /[;?&=/:]/.test(line);
}

/** A line of settings: a name and a value without signs of a program, a comment, a section. */
const SETTING_LINE =
  /^[ \t]*(?:[#;!][^\n]*|\[[^\]\n]{1,80}\]|(?:- )?[\w.@-]+(?:[ \t]*[=:][ \t]*[^"'(){};]*|:[ \t]*(?:"[^"\n]*"|'[^'\n]*')))$/;
/** Is the line of a name one of YAML or properties (by the lines around it), or of a file with sections that has no statements? */
function isSettings(text: string, from: number, { at, until }: Value, sign: string): boolean {
  const near = text.slice(Math.max(0, from - MAX_NEAR), from);
  const above = near.slice(0, near.lastIndexOf("\n") + 1).trimEnd();
  if (/[{(,;]$/.test(above)) return false;
  if (sign === ":" && /(?:^|\n)[ \t]*(?:- )?[\w."'-]+:[^\n]*$/.test(above)) return true;
  if (sign === "=" && /^\[[^\]\n]{1,80}\][ \t]*\r?$/m.test(near) && !/[({;]/.test(near)) return true;
  const lines = [
    ...above.split("\n").slice(-3),
    ...text
      .slice(until, until + MAX_NEAR)
      .split("\n")
      .slice(1, 4),
  ].filter((line) => line.trim() !== "");
  // Of a line alone only what is no name in a program.
  if (lines.length === 0) return !/^[A-Za-z_$][\w$]*$/.test(text.slice(at, until));
  return (
    lines.every((line) => SETTING_LINE.test(line)) &&
    (lines.length < 2 || lines.some((line) => /[=:][ \t]*(?:\S*[:/\d]|true|false|yes|no)/.test(line)))
  );
}

/** A value that no sign of a program is in is taken as it is written. */
const literal = (text: string, value: Value | null): Value | null =>
  value && { ...value, quoted: !/[()[\]{};,]/.test(text.slice(value.at, value.until)) };

/** A default or a value some words or lines below its name. */
function deeperAt(text: string, from: number, to: number, cue: string): Value | null {
  const open = after(DEEPER, text, to);
  if (open < 0) return null;
  const lines = text.slice(open, open + 240).split("\n");
  if (/^\r?$/.test(lines[0]!) && lines.length > 1) {
    // What is indented further than the name.
    const start = text.lastIndexOf("\n", from) + 1;
    const indent = /^[ \t]*/.exec(text.slice(start, start + MAX_NAME))![0].length;
    const end = lines.findIndex((line, no) => no > 0 && (/^[ \t]*/.exec(line)![0].length <= indent || line.trim() === ""));
    if (end > 0) lines.length = end;
    lines.length = Math.min(lines.length, 6);
  }
  const window = lines.join("\n").split(/[})]/, 1)[0]!;
  const found = DEFAULT_VALUE.exec(window);
  if (found === null) return null;
  const at = open + found.index + found[0].length;
  return quotedAt(text, at, cue) ?? (lines.length > 1 && lines[0]!.trim() === "" ? literal(text, plainAt(text, at, false)) : null);
}

const ELEMENT = /[^<\n]{1,300}/y;
/** The text of an element of XML that begins there. */
function elementAt(text: string, at: number): Value | null {
  const until = at < 0 ? -1 : after(ELEMENT, text, at);
  if (until <= at || text[until] !== "<") return null;
  const end = trimmed(text, at, until);
  return { at, until: text.startsWith("]]>", end - 3) ? end - 3 : end, quoted: true };
}

function trimmed(text: string, at: number, until: number): number {
  let end = until;
  while (end > at && (text[end - 1] === " " || text[end - 1] === "\t")) end--;
  return end;
}

/** A quote, three of them, and what may stand before it: a prefix, a tag or an anchor of YAML, a call that wraps a text. */
const OPENING =
  /(?:(?:new[ \t]{1,3})?(?:\w{0,20}(?:String|Secret|Password|SecretStr|Literal|Text|Bytes?)\w{0,10}|Some|Just|Ok|Sensitive|_T|TEXT|strdup|QLatin1\w{0,8}|Data|QByteArray\w{0,8}|md5|sha\d{0,3}|crypt|hash\w{0,3}|bcrypt\.\w{1,10}|make_password|[a-z_]{1,12}_hash|encrypt|\[\]byte|Buffer\.from|[\w$.]{0,40}(?:parse|[dD]ecode|b64decode|unhexlify|from_?[hH]ex|fromBase64|hex2bin|unhex|decodeHex|atob))(?:(?:\.|::)(?:from|new|of|valueOf|encode|wrap))?\([ \t]{0,4})?[a-zA-Z@]{0,3}#{0,2}('"|"""|'''|``|\\?["'`])/y;
/** Quotes of Perl and Ruby that are signs: `q{…}`, `%q(…)`. */
const QUOTE_LIKE = /(?:qq?|%[qQ])[ ]?([{([<|!~])/y;
const CLOSED_BY: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]", "<": ">" };

function quotedAt(text: string, at: number, cue: string): Value | null {
  OPENING.lastIndex = at;
  QUOTE_LIKE.lastIndex = at;
  const like = QUOTE_LIKE.exec(text);
  const open = like ?? OPENING.exec(text);
  if (open === null) return null;
  const from = at + open[0].length;
  const limit = from + (/key|secret|token|cred/.test(cue) ? MAX_KEY : MAX_VALUE);
  const close = like ? (CLOSED_BY[like[1]!] ?? like[1]!) : open[1]!;
  let until = from;
  for (; until <= limit && until < text.length; until++) {
    const code = text.charCodeAt(until);
    if (code === 10) return null;
    if (text.startsWith(close[0] === "'" && close.length === 2 ? "\"'" : close, until))
      return until > from ? { at: from, until, quoted: true } : null;
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

const PART = /(?:[^\s"'`;&<>\\]|&(?![\w.-]{1,40}=|\w{2,5};|#)){3,300}(?=[;&"'`\\\s]|$)/y;
function partAt(text: string, at: number): Value | null {
  const until = after(PART, text, at);
  return until < 0 ? null : { at, until, quoted: true };
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

// Passwords and keys among the arguments of calls that take them (`SetBasicAuth("svc", "…")`, `req.basic_auth 'svc', '…'`): by the place of the argument where a call
// has one, by the value where it has not.

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
