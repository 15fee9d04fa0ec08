/**
 * Which values are secrets: how random one is, how it is written, and what it cannot be (a template, a label, an expression). Judged where something beside
 * it says that one may stand there (assigned.ts, placed.ts).
 */
import { entropy } from "./issued.ts";

/** Of the names before a value those that mean a password, which may be one that somebody thought of. */
export const PASSWORDS =
  /^pass|^pas?sw|^pssw|pwd|psw|psk|^pre|pepper|masterauth|pw|_?salt$|kennwort|contrase|mot|mdp|senha|wachtwoord|пароль|密|パス|비밀|hasło|haslo|jelsz|şifre|sifre|lozinka|heslo|lösenord|adgangskode|salasana|community|^clavem|^recovery/;

/** What stands for a secret that comes from elsewhere, or says that one belongs here; what was blanked before is none either. */
export function isTemplate(value: string): boolean {
  return (
    value.includes("█") ||
    /\$\{|\$\(|\{\{|\}\}|^\$\w|^[a-z.]*\.?\$\d$|^<.*>$|<[a-z_ -]+>|^%\w+%?$|%\(\w+\)|^\{[\w.]*\}$|^@[A-Z][A-Z0-9_]+@?$|^@[\w.]+@$|^__\w+__$|^\[.*\]$|^[xX*.#_\-?•█]+$|\.\.\.|…|[xX]{6}|#\{|\\\(|(?:^|[\s:/@=_-])%[-.*\d]*[sdvrxX]|%0\d[xXd]|%[sdvr]$|\\[dws]/.test(
      value,
    ) ||
    // Rules of a form.
    /(?:^|\|)(?:required|nullable|sometimes|confirmed|bail|filled|present|(?:min|max|size|between|regex|same|unique|exists):[\w,]+)(?:\||$)/.test(
      value,
    ) ||
    /(?:^|[_.\- ])(?:your|placeholder|redacted|changeme|change[_-]?me|example|sample|dummy|replace|insert|enter|todo|fixme|env|environ|getenv|vault|ssm|sops)(?:$|[_.\- :([])/i.test(
      value,
    )
  );
}

/** What stands in names though their letters change as in no word. */
const SHORTENED = /utf|md\d|sha\d|base\d|b64|x509|i18n|l10n|v\d|pass|pw|tok|key|secret|user|name|auth|cred|[0-9]x|px|id$/i;

/** Cases and digits that change as in no name: `LwkXDKiyzK4`, `TsIsTofktY`; of names in camel case a third changes at the most. */
function isScrambled(value: string): boolean {
  if (value.length < 8 || !/^[A-Za-z\d]+$/.test(value) || !/[a-z]/.test(value) || !/[A-Z]/.test(value) || SHORTENED.test(value))
    return false;
  const turns = value.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0;
  // Words are mostly of small letters, several in a row: `logInWithGoogle`.
  const words = value.match(/[a-z]{3,}/g)?.join("").length ?? 0;
  return turns >= Math.max(4, value.length * 0.38) && words < value.length * 0.5;
}

/** A part of letters that is no word and no name: capitals where none begins a word, or hardly a vowel. */
const isGibberish = (part: string): boolean =>
  part.length >= 5 &&
  /[a-z]/.test(part) &&
  !/utf|md5|sha\d|base\d|x509|i18n|l10n/i.test(part) &&
  (/[a-z]/.test(part.replace(/[A-Z]?[a-z]{3,}/g, "")) ||
    /[a-z][A-Z]{1,2}$/.test(part) ||
    /\d[A-Z]{2}|\d[A-Z]$/.test(part) ||
    isVowelless(part));
const isVowelless = (part: string): boolean =>
  part.length >= 6 &&
  (part.match(/[aeiouyäöü]/gi)?.length ?? 0) <= part.length / 6 &&
  !/str|mgr|cfg|ctx|ptr|msg|cmd|ssl|tls|http|xml|html|css|sql|rpc|grpc|pkcs|bcrypt|scrypt|src|tmp|pkg|svc/i.test(part);

/** A word and some letters at random, as generators of passwords people can read make it: `Harbour_KqwnTz`. */
const isSuffixed = (value: string): boolean => {
  const found = /^([A-Za-zÄÖÜäöüß]{4,14})([_.^%!*~+-])([A-Za-z\d]{5,8})$/.exec(value);
  return found !== null && /^[A-ZÄÖÜ]?[a-zäöüß]+$/.test(found[1]!) && isGibberish(found[3]!) && !TALK.test(found[1]!);
};

/** Words of labels, keys of translations, names of fields: `new_password`, `csrf-token`, `ConfirmPassword2`. */
export function isLabel(value: string): boolean {
  if (isScrambled(value) || isSuffixed(value)) return false;
  // What a keychain makes (`tesqov-8Ruxpin-kybwah`), and other words that begin with a digit: no name does.
  if (
    /(?:^|[-_.\s])\d{1,2}[A-Z][a-z]{2}|^(?=\D*\d)(?=.*[A-Z])[A-Za-z\d]{6}(?:-[A-Za-z\d]{6}){2,}$|\d[A-Z]{2,}[a-z]|[a-z][A-Z]{3,}[a-z]+[^A-Za-z]/.test(
      value,
    )
  )
    return false;
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

/** A key with signs in it, as frameworks make it (Django's, WordPress's): too many kinds of signs for an expression, too long for a pattern. */
const isSalted = (value: string): boolean =>
  value.length >= 40 &&
  !/\s|^[\^/]|\(\?|\\[dws]|^\$?\{/.test(value) &&
  (value.match(/\d/g)?.length ?? 0) >= 2 &&
  new Set(value.replace(/[\w./:-]/g, "")).size >= 5 &&
  entropy(value) > 4.3;

/** Names of a program that are numbered: `buffer2`. */
const NUMBERED =
  /^(?:buff?er|stream|result|object|reader|writer|handle|index|variable|argument|element|entry|member|other|local|param|column|offset|length|config|request|response|version|python|state|window|layer|group|panel|label|image|frame|button|secret|token|value|string|input|output|server|client|account|admin|login|hash|salt|nonce|block|temp|array|bytes|chunk|point|class|method)\d$/;

/** Words with signs that no name and no expression has between them: `harbour!Candle`, `wQz!=Ey#ah`. */
function isSigned(value: string): boolean {
  if (!/^[\w!#$%^*~@&?+=.-]+$/.test(value) || /^[\^*]|[.*]$|[&?#;]\w+=|@[\w-]+\.[a-z]/.test(value)) return false;
  return new Set(value.replace(/[^!#$%^*~@&?+=]/g, "")).size > 1 || (/[a-z][!#%^*~]+[A-Z]/.test(value) && !TALK.test(value));
}

/** One or two words and a number behind a sign, as people make them: `Thunder-05`, `Copper_Kettle.2`. */
const isNumbered = (value: string): boolean =>
  /^[A-ZÄÖÜ][a-zäöüß]{3,14}(?:[-_./][A-ZÄÖÜ][a-zäöüß]{3,14})?[-_./:]\d{1,4}$/.test(value) &&
  !TALK.test(value.replaceAll("_", " ")) &&
  !TALKING.test(value.toLowerCase());

/** How something is encrypted or hashed: `SHA-256`, `argon2id`, `PBKDF2-HMAC-SHA512`. */
const ALGORITHM =
  /^(?:(?:sha|md|aes|rsa|hmac|pbkdf2|bcrypt|argon2(?:id|i|d)?|scrypt|blake2[bs]|hs|rs|es|ps|ed|crc|scram|ripemd|des|rc|chacha|poly|gcm|cbc|ctr|ecb|with)[-_/.]?\d{0,5}[-_/.]?)+$/i;

/** A password that somebody thought of: letters with digits or signs, no words alone. */
export function isStrong(value: string, quoted: boolean): boolean {
  if (value.length < 6 || value.length > 128 || /\s/.test(value) || isTemplate(value) || ALGORITHM.test(value)) return false;
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
      !(digits === 0 && !isSigned(value) && !isSuffixed(value) && isLabel(value.replace(/[^\w]+/g, "_")))
    );
  if (digits > 0) {
    if (isLabel(value) || /^0x[0-9a-f]+$/i.test(value) || /^\d+(?:\.\d+)*[a-zA-Z]{0,3}$/.test(value) || /^v?\d+\.\d/.test(value))
      return false;
    return quoted || digits > 1 || /[a-z][A-Z]|[A-Z][a-z]/.test(value) || (/^[a-z]{5,}\d$/.test(value) && !NUMBERED.test(value));
  }
  return isScrambled(value) || isSuffixed(value);
}

/** Words that stand in what is said *about* a secret, in names and in messages; a phrase that holds one is none. */
const TALK =
  /\b(?:pass\w*|pwd|secrets?|tokens?|keys?|users?|names?|login|logins|logout|auth|authn|authz|authorization|authentication|account\w*|cred\w*|admin\w*|root|sign\w*|reset\w*|forgot\w*|remember|change\w*|confirm\w*|repeat|again|verif\w*|valid\w*|invalid|incorrect|wrong|missing|required?|empty|blank|weak|strong|length|min\w*|max\w*|least|most|characters?|letters?|digits?|numbers?|must|should|cannot|can|not|does|is|are|was|be|been|has|have|had|will|the|an?|this|that|your|you|our|their|its|and|or|for|from|with|without|into|onto|to|of|on|in|by|if|no|new|old|current|default|text|plain|hash\w*|encrypt\w*|encod\w*|base64|file|path|url|uri|env|var\w*|config\w*|settings?|options?|values?|fields?|inputs?|forms?|types?|strings?|labels?|placeholder|example|sample|tests?|testing|dummy|fake|mock|foo|bar|baz|some|any|my|here|enter|type|use|used|using|set|get|store\w*|manager|provider|service|server|client|session|cookies?|database|db|data|http|https|oauth\w*|jwt|api|app|web|external|internal|public|private|shared|kubernetes|vault|aws|gcp|azure|github|gitlab|docker|one|two|time|code|codes|email|mail|phone|protected|grant|policy|rotation|expired?|error|errors|field|show|hide|toggle|icon|button|eye|lock|basic|bearer|digest|only|all|none|null|true|false)\b/i;

/** Parts of words, and beginnings of words, that say what a secret is, where one is to be found, or that none is known: a value that has one is no password. */
const TALKING =
  /(?<!k?[oy]m|by|sur|im)pass(?!age|ier|eng|ion|at)|pwd|secret|token|login|credential|username|kennwort|wachtwoord|contrase|adgang|salasana|placeh|(?:^|\s)(?:pw|user|auth(?!ent)|admin|sampl|exampl|dummy|chang|your|valid|requir|enter|encr|decr|crypt|hash|plain|text|string|value|field|input|default|config|setting|option|param|null|undef|none|empty|senha|sandi|laluan|lozink|heslo|parol|jelsz|slapt|mono|kube|environ|interact|manager|provid|service|server|client|databas|postgres|generat|random|anonym|protect|access|account|private|public|missing|invalid|develop|product|unspec|unknown|external|internal|confirm|repeat|forgot|reset|descri|disabl|redact|hidden|session|cookie|remember|(?:word|name|key|here|some)s?(?![a-zß-ÿ]))|(?:^|\s)test(?:ing|er|ed|s)?(?:\s|\d|$)/;

/** Words written together, of small letters: a password only where nothing else can stand (`<password>…</password>`, `password: …`). */
export const isJoined = (value: string): boolean => /^[a-z]{10,32}$/.test(value) && !TALKING.test(value) && new Set(value).size > 5;

/** Types, algorithms and states that settings and schemas give where a password could stand. */
const KINDS =
  /^(?:(?:var)?char|bool(?:ean)?|bytea?|blob|binary|object|number|integer|float|long\w*|array|list|bcrypt|scrypt|argon\w*|sha\w*|plain|normal|hidden|visible|secure|clear|filled|outline\w*|unset|inherit|manual|static|dynamic|always|never|prompt|ask|pending|active|inactive|success|failed|failure|unchanged|numeric|alpha\w*|letters|peer|ident|trust|reject|ignore|prohibit|sealed|local|remote|global|system|sudo|admin\w*|localhost|https?|sqlite|mysql|mariadb|oracle|mongo\w*|redis|ldap|kerberos|digest|negotiate|ntlm|custom|undefined|nothing|optional|mandatory|nullable|varies|whatever|anything|something|internet|faker|lorem|ipsum|regular|keep|leave|skip|abort|right|wrong|correct|good|valid|same|other|another|different|first|second|third|hello|world)$/;
/** Words that no sense needs, which a phrase may have. */
const LITTLE =
  /\b(?:is|are|was|be|been|has|have|had|the|an?|this|that|my|our|and|or|for|from|with|without|into|onto|to|of|on|in|by|if|no|new|old|one|two|time|here|only|all|some|any|not|will|can)\b/gi;
const SPOKEN_OF =
  /\b(?:password|secret|token|key|user|must|should|cannot|does|least|most|characters?|letters?|digits?|missing|required?|empty|blank|enter|use|type|file|path|url|field|error|invalid|incorrect|wrong|confirm|verify)\b/i;
/** What a text in a program is rather than a password: a path, an address, a constant, a name of a member. */
const NAMED_THING =
  /^[.~]?\/|^[a-z\d_-]+\/[a-z\d_./-]+$|(?:\/[\w.-]+){2}|\/$|^\w+:\/\/|^[A-Z][A-Z_]+$|^\w+\.(?:txt|json|ya?ml|pem|key|js|ts|py|php|rb|go|java|cs|html?|xml|conf|cfg|ini|env|toml|sh|sql|db)$|^[\w.+-]+@[\w-]+\.[a-z.]{2,}$|^\w+:\d+$|^v?\d+[.-]\d|^#[\da-f]{3,8}$|[()[\]{}<>]\s*$|\w\|\w|^[-+*/=<>!?.,:;\s]|^#[\w-]+$|=>|\(\)|::|^--?\w|[;,]$/;

/**
 * A password where nothing else can stand: in a text that is given to a name that says password, behind a program's option, in a line of settings. Anything is one
 * there that does not say what belongs there (`newPassword`, `Enter your password`), name a kind, or read like a name, a path or an address.
 */
export function isChosen(value: string): boolean {
  if (value.length < 5 || value.length > 128 || value.endsWith(":") || isTemplate(value) || ALGORITHM.test(value)) return false;
  if (isStrong(value, true)) return true;
  const words = value
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, " ")
    .replace(/[^\p{L}\d']+/gu, " ")
    .replace(/(?<= |^)\p{L}(?= |$)/gu, "")
    .trim();
  const digits = /\d/.test(value);
  const count = words.split(/ +/).length;
  if (TALKING.test(words.toLowerCase()) || KINDS.test(words.toLowerCase())) return false;
  // Words that are joined by signs are a phrase that somebody made; those with spaces between them may be a sentence.
  if (
    /\s/.test(value) || count < 3
      ? TALK.test(digits || count > 3 || !/\s/.test(value) ? words.replace(LITTLE, "") : words)
      : SPOKEN_OF.test(words)
  )
    return false;
  if (/^\d{6,12}$/.test(value)) return true;
  if (!/\p{L}{3}/u.test(value) || /^\p{L}{1,5}$/u.test(value) || (NAMED_THING.test(value) && !/\P{ASCII}/u.test(value))) return false;
  // Of words with spaces between them a sentence is none.
  if (/\s/.test(value))
    return /^[\p{L}\d][^\s\\<>{}%$]*(?: [^\s\\<>{}%$]+){1,9}$/u.test(value) && !/[.,:;]$|\S[.:;,?] |n't\b|[=<>|]/i.test(value);
  // Names of a program: `isUtf8Str`, `onPanelOpened`.
  return !(/^[a-z]+(?:[A-Z\d][a-z\d]*)+$/.test(value) && /[A-Z]/.test(value) && (digits ? SHORTENED.test(value) : count < 3));
}

/** Letters alone, which are words in a list of translations. */
export const isWordy = (value: string): boolean => /^[\p{L} '!?&,+-]+$/u.test(value) || / /.test(value);

/**
 * A phrase of words without sense between them, as password generators make it: `velvet-otter-candle`, `Velvet-Otter-42`, four words or more where spaces
 * stand between.
 */
export function isPhrase(value: string): boolean {
  const found =
    /^[A-Za-zà-ž]?[a-zà-ž]{2,13}(?:([-_. +])(?:[A-Za-zà-ž]?[a-zà-ž]{2,13}|\d{1,4}))(?:\1(?:[A-Za-zà-ž]?[a-zà-ž]{2,13}|\d{1,4})){1,8}(?:\1?\d{1,4})?[!?#.]?$/.exec(
      value,
    );
  if (found === null || TALKING.test(value.toLowerCase().replaceAll(/[-_.+]/g, " "))) return false;
  const talk = value.replaceAll(/[-_.+]/g, " ");
  if (TALK.test(found[1] === " " ? talk : talk.replace(LITTLE, ""))) return false;
  const parts = value.split(found[1]!);
  const words = parts.filter((word) => /[a-z]/.test(word));
  const some = found[1] === " " && !/\d/.test(value) ? 4 : parts.length > words.length ? 2 : 3;
  return (
    words.length >= some &&
    words.filter((word) => word.length >= 4).length >= (found[1] === " " ? words.length : 2) &&
    new Set(words).size > words.length / 2
  );
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A key that a machine made: hexadecimal or base36 from 20 signs, letters of both cases with digits from 16, base64. */
export function isRandom(value: string, strict: boolean): boolean {
  // Hashes of packages say what they are.
  if (value.length < 16 || isTemplate(value) || /\s|^sha\d{1,3}[-:]/.test(value)) return false;
  if (/^[0-9a-f]+$/i.test(value)) return value.length >= 20 && /\d/.test(value) && /[a-f]/i.test(value) && entropy(value) > 2.6;
  // AWS: base64 of 30 bytes, slashes among it.
  if (/^[A-Za-z0-9+/]{40}$/.test(value) && /[A-Z]/.test(value)) return /\d/.test(value) && /[a-z]/.test(value);
  if (/^0x[0-9a-f]{40,}$|^(?:[0-9a-f]{2}:){15,}[0-9a-f]{2}$/i.test(value)) return entropy(value) > 2.6;
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
  if (isScrambled(value)) return true;
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
export function isPair(value: string): boolean {
  try {
    const decoded = atob(value);
    return /^[\x20-\x7e\x80-\xff]{1,128}:[\x20-\x7e\x80-\xff]{1,256}$/.test(decoded) && !/[\x80-\xbf]{3}/.test(decoded);
  } catch {
    return false;
  }
}

/** A password in base64. */
function isEncoded(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{8,200}={1,2}$/.test(value) || value.length % 4 !== 0) return false;
  const decoded = atob(value);
  return /^[\x20-\x7e\n]{6,}$/.test(decoded) && (isHeld(decoded.trim()) || /^[a-z]+\d+$/i.test(decoded.trim()));
}

export function isSecret(value: string, cue: string, quoted: boolean): boolean {
  if ((quoted && isSalted(value)) || (cue.endsWith("salt") && /^\d{24,}$/.test(value))) return true;
  if (value.length < (quoted && PASSWORDS.test(cue) ? 5 : 6) || isTemplate(value)) return false;
  if (!quoted && isExpression(value) && !/[!@#$%^*]/.test(value.replace(/[()[\]{}]/g, ""))) return false;
  if (PASSWORDS.test(cue))
    return (
      isStrong(value, quoted) ||
      isNumbered(value) ||
      isRandom(value, true) ||
      ((quoted || !/[._ ]/.test(value)) && isPhrase(value)) ||
      (quoted && isJoined(value)) ||
      isEncoded(value) ||
      (quoted && isChosen(value))
    );
  if (cue === "_auth" && (isPair(value) || (quoted && /[\dA-Z]/.test(value) && isChosen(value)))) return true;
  if (isRandom(value, !/token|auth/.test(cue))) return true;
  // Keys with signs in them (Django's), and secrets that somebody thought of.
  if (value.length >= 400) return /^[A-Za-z0-9+/=_\\nr-]+$/.test(value);
  if (
    cue === "secret" &&
    quoted &&
    (isPhrase(value) || isTold(value) || (isChosen(value) && /[^\w.-]|\d|\p{Ll}\p{Lu}|\p{L}[-_.]\p{L}+[-_.]\p{L}/u.test(value)))
  )
    return true;
  // A token that somebody thought of has a number in it or is a phrase.
  if (
    /token$|key$/.test(cue) &&
    quoted &&
    (isNumbered(value) || isTold(value) || (/\d/.test(value) && /[-_ ]/.test(value) && isChosen(value)))
  )
    return true;
  return (
    /secret|cred|key/.test(cue) &&
    value.length >= 8 &&
    isStrong(value, quoted) &&
    (value.length >= 10 || /\d\D*\d/.test(value)) &&
    !/^[a-z]+\d$/i.test(value)
  );
}

/**
 * A password in a sentence, where most words are none: letters with digits among them, or with digits and signs that no name has; not the name of an algorithm, a
 * version, a date, a path.
 */
export function isTold(value: string): boolean {
  if (!isStrong(value, true) || isLabel(value)) return false;
  if (
    /^(?:v\d|sha|md\d|base\d|utf|argon|pbkdf|bcrypt|aes|rsa|oauth|ipv|x509|win\d|http|ec2|s3|k8s|i18n|l10n|b64|log4j|e2e|pkcs|rfc|iso|cve|ssl|tls|ed25|secp|krb|ntlm)/i.test(
      value,
    )
  )
    return false;
  if (/[/\\{}[\]=<>]|^\W?\d{1,4}[-/.]\d|^[\w-]+\.[a-z]{1,5}$|^--?\w|:\d+$|^@|\w\(|'s$|^#\d|\w::\w|\w->/.test(value)) return false;
  return (
    (/\d/.test(value) &&
      (/[!@#$%^&*~+?]/.test(value) ||
        (/[a-z]/.test(value) && /[A-Z]/.test(value) && /\d[A-Za-z]|[a-z]\d/.test(value)) ||
        /[a-z]{2}\d{1,4}[a-z]{2}/.test(value))) ||
    isSuffixed(value) ||
    /^[A-Z][a-z]{3,}[+_.-][A-Z][a-z]{3,}\d{2,4}$/.test(value) ||
    /^[A-Za-z]{4,}[.,_-]?\d{2,4}[!?$%&*#^~+@-]{0,2}$/.test(value) ||
    /[a-z][!$%^&*][A-Za-z]/.test(value)
  );
}

/** Any of them: what a person thought of, what a machine made, words without sense between them. */
export const isHeld = (value: string): boolean => isStrong(value, true) || isRandom(value, true) || isPhrase(value);

/** In a sentence that speaks of one, or behind a name and a sign (`admin:…`): also a word and a number, letters at random, words of a phrase. */
export const isLogin = (value: string): boolean =>
  isTold(value) ||
  isNumbered(value) ||
  isPhrase(value) ||
  isRandom(value, true) ||
  (isScrambled(value) && value.length > 9) ||
  (/\d|\p{L}[!&@#$%^*+~](?:\p{L}|$)/u.test(value) && /\p{Lu}\p{Ll}/u.test(value) && !/[:=()]/.test(value) && isChosen(value)) ||
  (/^\p{Ll}{5,}[._-]?\d{1,2}$/u.test(value) && !NUMBERED.test(value) && !TALKING.test(value) && !ALGORITHM.test(value));

/**
 * Behind an option of a program or in a place of its own: no template, no number, no address, and no word of small letters, which may be a name, unless it stands
 * in quotes.
 */
export const isGiven = (value: string, quoted = false): boolean =>
  !isTemplate(value) &&
  !/^[\d.:/]+$|^[$([{<%&@]|^--?\w|^\w+:\/\//.test(value) &&
  ((quoted && isChosen(value)) || (!/ /.test(value) && /[^a-z]/.test(value) && (!isLabel(value) || isPhrase(value) || isChosen(value))));
