/**
 * Secrets that are told by their place alone: the column of a known file, a line of a device's configuration, the argument of a call that takes a key; the
 * arguments of programs are commands.ts. No name that says secret stands beside them (those are assigned.ts).
 *
 * One table. A form is looked for only in a text that holds one of its words, and its value is judged like any other (values.ts). Every part of an expression
 * is bounded, so a pass stays linear.
 */
import type { Span } from "./issued.ts";
import { isChosen, isGiven, isHeld, isLabel, isLogin, isPhrase, isRandom, isStrong, isTemplate, isTold } from "./values.ts";
import type { Words } from "./words.ts";

export interface Form {
  /** It has an option of a command line before it, which few texts have at all. */
  option?: true;
  /** One of them stands in the text, in lower case; of four characters, or looking for it costs as much as an expression. */
  words: readonly string[];
  find: RegExp;
  /** Where several stand in what is found: each of them. */
  each?: RegExp;
  /** Is the last group that matched a secret? And does it stand in quotes? */
  holds: (value: string, quoted: boolean) => boolean;
}

/** How devices say that a secret is written. */
export const WRITTEN =
  "(?:(?:level[ \\t]+\\d{1,2}|[05-9]|simple|cipher|irreversible-cipher|plain(?:text)?|clear(?:text)?|ascii(?:-text)?|hex(?:adecimal)?|encrypted|md5|ENC|--plaintext|--iscrypted)[ \\t]{1,4}){1,2}";

/** Names of issuers whose keys have no form of their own, and a value at random that is given to them: `GITEA=…`, `Provider("mistral", "…")`. */
const ISSUERS =
  "adyen|airtable|algolia|amplitude|asana|auth0|bitly|braintree|brevo|bugsnag|calendly|chargebee|clearbit|clickup|cloudinary|codacy|codecov|coinbase|confluent|contentful|coveralls|crowdin|datadog|deepgram|deepl|digicert|dropbox|eventbrite|fastly|finnhub|fitbit|flickr|freshdesk|geocodio|gitea|forgejo|giphy|gitter|godaddy|grafana|helpscout|hetzner|honeycomb|hubspot|infobip|instatus|intercom|ipdata|ipinfo|jira|kraken|lastfm|launchdarkly|linkedin|linode|logdna|logzio|lokalise|mailchimp|mailgun|mailjet|mandrill|mapquest|mattermost|messagebird|mistral|mixpanel|netlify|newsapi|nexmo|openweather|openweathermap|opsgenie|optimizely|ovh|pagerduty|papertrail|paystack|pexels|pingdom|pipedrive|plaid|plivo|postmark|posthog|pusher|quandl|raygun|razorpay|reddit|rollbar|scaleway|sentry|shippo|shodan|signalwire|sinch|smartsheet|snyk|sonarcloud|sparkpost|spotify|statuspage|stytch|supabase|telnyx|tiingo|todoist|trello|twilio|twitch|twitter|typeform|unsplash|uptimerobot|virustotal|vonage|vultr|weatherapi|weatherstack|webex|wise|wistia|wordnik|yelp|zendesk|zenodo|zulip|maptiler|thunderforest|openrouteservice|mapbox|expo|codepush|appcenter|osf|chromatic|percy|ibm|yandex|printful|printify|sanity|particle|pocket|beeminder|raindrop|toggl|infura|alchemy|etherscan|moralis|bitwarden|strapi|ghost|wakatime|habitica|strava|garmin|withings|nasa|tmdb|omdb|rapidapi|wolfram|thingspeak|blynk|ubidots|adafruit|losant|hologram|nordpool|tibber|netatmo|ecobee|tuya|sonos|hue|spoonacular|edamam|pixabay|tenor|imgur|vimeo|soundcloud|genius|musixmatch|discogs|deezer|steam|riot|blizzard|battlenet|faceit|curseforge|nexusmods|itch";
const ISSUED: Form = {
  words: ISSUERS.split("|"),
  find: new RegExp(
    `(?<![A-Z\\d]|[a-z](?=[a-z]))(?:${ISSUERS.split("|")
      .flatMap((name) => [name, name.toUpperCase(), name[0]!.toUpperCase() + name.slice(1)])
      .join(
        "|",
      )})(?![a-z])(?![\\w.-]{0,30}(?:[iI][dD]|finger[pP]rint|FingerPrint|[pP]ublic_?[kK]ey|uri|url|version|sha|hash|commit|digest|rev|etag|name|user|channel|chat|project|org|team|account)\\b)[\\w.-]{0,30}["']?\\]?(?:[ \\t]{0,8}(?:=>|:=|[:=,])[ \\t]{0,4}|[ \\t](?:[a-z]{2,12}[ \\t]){0,2}(?=\\w{28})|[ \\t](?=["']))(?:[[({][ \\t]{0,4}["']\\w{1,20}["'][ \\t]{0,3}(?:=>|:)[ \\t]{0,4})?["'\`]?([\\w+/.-]{16,200}={0,2}(?::fx)?)(?=["'\`\\s,;)\\]}]|$)`,
    "g",
  ),
  holds: (value) =>
    (isRandom(value.replace(/:fx$/, ""), true) || /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d]{16,}$/.test(value)) &&
    !/[./-]\w+[./-]/.test(value.replace(/^[\da-f-]{36}(?::fx)?$/, "")),
};

export const PLACES: readonly Form[] = [
  // ---- known files
  {
    words: [" *\n", "\t*\n", "*\r", '"*"'],
    find: /^["']?[\w.@\\*-]{1,64}["']?[ \t]+(?:\*|["'][\w.*-]{1,40}["']|\w{1,20})[ \t]+(["']?)([^\s"'*]{5,100})\1[ \t]+["']?(?:\*|\d{1,3}(?:\.\d{1,3}){3})["']?[ \t]*\r?$/gm,
    holds: isTold,
  },
  {
    words: ["psk", "eap", "xauth"],
    find: /(?:^|[ \t:])(?:PSK|EAP|XAUTH|NTLM)[ \t]+"([^"\n]{5,200})"/gm,
    holds: (value) => !isTemplate(value) && (!isLabel(value) || isPhrase(value)),
  },
  {
    words: ["psk"],
    find: /(?:^|[ \t:])PSK[ \t]+(0[sx][\w+/=]{16,200})/gm,
    holds: () => true,
  },
  {
    words: ["smtp", "mail", "relay"],
    find: /^(?:\[[\w.-]{3,80}\]|[\w.*-]{1,60}\.[a-z]{2,10})(?::\d{2,5})?(?:[ \t]+|:)[\w.@+-]{1,80}:([^\s:]{5,100})\r?$/gm,
    holds: isHeld,
  },
  { words: ["register"], find: /^[ \t]*register[ \t]*=>?[ \t]*(?:\w+:\/\/)?[^:\s]{1,60}:([^@\s:]{4,60})[@:]/gm, holds: isHeld },
  { words: ["$user"], find: /^\$USER\d{1,3}\$=(\S{5,200})/gm, holds: isHeld },
  { words: ["loginmodule"], find: /\buser_[\w.-]{1,40}[ \t]*=[ \t]*"([^"\n]{5,100})"/g, holds: isHeld },
  {
    words: ["cookie"],
    find: /(?:-setcookie[ \t]+|\{cookie,[ \t]*|(?:RELEASE_COOKIE|erlang_?cookie)["']?[ \t]{0,3}[:=][ \t]{0,3}|set_cookie\([^)\n]{0,40},[ \t]*)['"]?([\w!@#$%^&*+-]{8,80})/gi,
    holds: (value) => isHeld(value) || /^[A-Z\d]{16,24}$/.test(value),
  },
  { words: ["auth"], find: /^[ \t]*(?:AUTH|redis\.auth)[ \t]+(?:\w{1,30}[ \t]+)?(\S{6,100})[ \t]*$/gm, holds: isTold },
  { words: [" on >", " >"], find: /\buser[ \t]+\w{1,40}[ \t]+on[ \t][^\n]{0,80}?>(\S{5,100})/g, holds: isGiven },
  {
    words: ["ftp", "open "],
    find: /(?:^[ \t]*|[;"'][ \t]*)(?:user|login)[ \t]+[\w.@-]{1,64}[ \t]+([^\s"';]{5,100})[ \t]*(?:;|\r?$)/gm,
    holds: isLogin,
  },
  { words: ["51:b:"], find: /\b51:b:([0-9A-Fa-f]{40,4000})/g, holds: () => true },
  // ---- devices
  {
    words: ["-key", "psk", "cipher ", " key ", "passw", "secret"],
    find: new RegExp(
      `^[ \\t]*(?:[\\w./:-]{1,40}[ \\t]+){0,6}?(?:isakmp[ \\t]+key|(?:tacacs|radius)(?:-server)?[ \\t]+(?:[\\w./-]{1,40}[ \\t]+){0,4}?key|key-string|authentication-key(?:[ \\t]+\\d{1,5}[ \\t]+md5)?|message-digest-key[ \\t]+\\d{1,3}[ \\t]+md5|shared-secret|pre-?shared-key|psksecret|wpa2?-psk|wpa-passphrase|password|passphrase|passwd|secret)[ \\t]+(?:${WRITTEN})?(?:local[ \\t]+|remote[ \\t]+)?(["']?)([^\\s"';]{6,200})\\1;?[ \\t]*(?:(?:address|hostname|role|no-xauth|encrypted|vrf|timeout)\\b[^\\n]{0,80})?\\r?$`,
      "gm",
    ),
    holds: (value) => isHeld(value) || isTold(value) || (isChosen(value) && !/^\p{Lu}?\p{Ll}+$/u.test(value)),
  },
  {
    words: ["snmp-server user"],
    find: /\bsnmp-server[ \t]+user\b[^\n]{0,120}?[ \t]auth[ \t]+\w{2,10}[ \t]+\S{5,100}(?:[ \t]+priv[ \t]+\w{2,8}(?:[ \t]+\d{2,3})?[ \t]+\S{5,100})?/g,
    each: /[ \t](?:auth[ \t]+\w{2,10}|priv[ \t]+\w{2,8}(?:[ \t]+\d{2,3})?)[ \t]+(\S{5,100})/g,
    holds: (value) => isGiven(value),
  },
  {
    words: ["connect to"],
    find: /\bCONNECT[ \t]+TO[ \t]+\S{1,60}[ \t]+USER[ \t]+\S{1,60}[ \t]+USING[ \t]+["']?([^\s"';]{5,100})/gi,
    holds: (value) => isGiven(value),
  },
  {
    words: ["replace "],
    find: /\bIDENTIFIED[ \t]+BY[ \t]+\S{1,100}[ \t]+REPLACE[ \t]+["']?([^\s"';]{5,100})/gi,
    holds: (value) => isGiven(value),
  },
  {
    // A parameter that says that it is one.
    words: ["securestring", "secret_string"],
    find: /(?:\btype["']?[ \t]*[:=][ \t]*["']?SecureString["']?[^{}]{0,200}?\bvalue|\bsecret_string)["']?[ \t]*[:=][ \t]*["']([^"'\n]{5,400})["']/gi,
    holds: (value) => isHeld(value) || isChosen(value),
  },
  {
    words: ["erlang_cookie"],
    find: /erlang_?cookie["'][ \t]*,[ \t]*["']value["'][ \t]*:[ \t]*["']([\w!@#$%^&*+-]{8,80})["']/gi,
    holds: () => true,
  },
  {
    // Settings of an IDE: a name and a value as two options.
    words: ["<option"],
    find: /\bvalue="[\w.-]{0,60}(?:pass(?:word|wd)?|pwd|secret|token)"[ \t]*\/>\s{1,40}<option[ \t]+name="value"[ \t]+value="([^"\n]{5,300})"/gi,
    holds: (value) => isHeld(value) || isChosen(value),
  },
  {
    words: ["azure", "devops", "visualstudio", "_pat", "vsts"],
    find: /(?<![\w/+])([a-z2-7]{52})(?![\w/+=])/g,
    holds: (value) => /(?:\d.*){4}/.test(value) && isRandom(value, true),
  },
  { words: ["sk=", "ak="], find: /\b(?:sk|secretkey|ak_secret)=([\w+/]{20,80})(?![\w+/])/g, holds: (value) => isRandom(value, true) },
  { words: ["stats auth"], find: /\bstats[ \t]+auth[ \t]+[\w.@-]{1,60}:(\S{5,100})/g, holds: (value) => isGiven(value) },
  {
    words: ["cookie("],
    find: /\b[sS]et_?[cC]ookie\([ \t]*["'`][\w.-]{0,40}(?:sess|sid|auth|jwt|sso|token)[\w.-]{0,40}["'`][ \t]*,[ \t]*["'`]([^"'`\n]{16,2000})["'`]/gi,
    holds: (value) => isRandom(value, true) || /^(?=.*[a-z])(?=.*[A-Z])[A-Za-z\d]{20,}$/.test(value),
  },
  ISSUED,
  {
    // Configuration of routers (OpenWrt) and of games.
    words: ["option key", "option passw", "option secret"],
    find: /^[ \t]*option[ \t]+(?:key|password|secret|psk)[ \t]+'([^'\n]{5,100})'/gm,
    holds: (value) => isHeld(value) || isChosen(value),
  },
  {
    words: ["sv_password", "rcon_password"],
    find: /\b(?:sv|rcon)_password[ \t]+"?([^\s"';]{5,80})/g,
    holds: (value) => isGiven(value),
  },
  {
    words: ["pragma key", "pragma hexkey", "pragma rekey"],
    find: /\bPRAGMA[ \t]+(?:hex|re)?key[ \t]*=[ \t]*\\?["']{1,2}([^"'\n]{5,200})["']/gi,
    holds: (value) => isGiven(value, true),
  },
  {
    // LaTeX.
    words: ["\\texttt", "\\password", "\\verb", "\\textbf"],
    find: /\b(?:password|passphrase|passwort|kennwort|key|pin|pw)\b[^\n{}\\]{0,30}\s?\\(?:texttt|textbf|emph|code|lstinline)\{([^{}\n]{5,100})\}|\\password\{([^{}\n]{5,100})\}/gi,
    holds: (value) => isHeld(value) || isChosen(value),
  },
  {
    // A name and a password that are made one text.
    words: ["encode", "b64", "btoa", "base64"],
    find: /(?:base64\w{0,12}|b64\w{0,12}|btoa|encode\w{0,8})\([ \t]{0,2}(?:\w{1,20}\.encode\([ \t]{0,2})?[bfu]?["'`][\w.@+-]{1,60}:([^"'`\n$%{}]{5,100})["'`]/g,
    holds: (value) => isHeld(value) || isChosen(value),
  },
  {
    // Documents in other writings.
    words: ["пароль", "ключ", "密码", "密碼", "令牌", "密钥", "パスワード", "비밀번호"],
    find: /(?:пароль|ключ|密[码碼钥]|令牌|パスワード|비밀번호)[^\n`*]{0,40}?(?:[:：=]|是|为|は)[ \t]*(?:`([^`\n]{5,100})`|\*\*([^*\n]{5,100})\*\*)/gi,
    holds: (value) => isHeld(value) || isChosen(value),
  },
  {
    words: ["set "],
    find: /\bset[ \t]+\w{0,20}(?:pass\w{0,6}|pw|secret)[ \t]+\{([^{}\s]{5,100})\}/g,
    holds: (value) => isHeld(value) || isChosen(value),
  },
  { words: ["alchemy", "infura"], find: /(?:alchemy|infura)\.(?:com|io)\/v\d\/([\w-]{20,64})/g, holds: (value) => isRandom(value, true) },
  { words: ["pushover"], find: /(?<![\w])([aug][a-z0-9]{29})(?![\w])/g, holds: (value) => /(?:\d.*){3}/.test(value) },
  { words: ["slack:"], find: /^[ \t]*(?:-[ \t]+)?slack:[ \t]+[\w-]{1,40}:([A-Za-z\d]{24})(?:#|\s|$)/gm, holds: () => true },
  {
    words: ["wpa", "wlan", "wifi", "wi-fi"],
    find: /\b(?:wpa[23]?|wlan|wi-?fi)\b[^\n`"]{0,40}[:=][ \t]*[`"]([^`"\n]{8,63})[`"]/gi,
    holds: (value) => isHeld(value) || (/[ \d]/.test(value) && isChosen(value)),
  },
  // ---- calls
  {
    // The first text is the key.
    words: ["hmac", "key(", "keyspec(", "cookieparser", "fernet", "serializer(", "bot", "discord"],
    find: /\b(?:HMAC(?:SHA)?(?:1|256|384|512)|hmacShaKeyFor|SecretKeySpec|SymmetricSecurityKey|cookieParser|Fernet|hmac\.new|HMAC\.new|setSigningKey|(?:URLSafe\w{0,12})?Serializer|MessageVerifier\.new|MessageEncryptor\.new|KeyGenerator\.new|(?:bot|client|discord|Bot)\.(?:run|login|start)|\w{0,20}Bot|Signer|SigningKey)\([ \t\n]{0,20}(?:[\w.]{1,40}\(){0,2}[a-zA-Z]?["'`]([^"'`\n]{6,300})["'`]/g,
    holds: (value) => isRandom(value, true) || (isStrong(value, true) && isTold(value)) || isPhrase(value),
  },
  {
    // A later one is.
    words: ["client(", "twilio", "pgp_sym", "digest("],
    find: /(?:\bpgp_sym_(?:en|de)crypt|\btwilio|\b[Cc]lient|\bHMAC\.\w{1,10}digest)\([ \t]{0,4}(?:[^"'`()\n]{1,60}|["'`][^"'`\n]{0,80}["'`])[ \t]{0,3},[ \t]{0,4}["'`]([^"'`\n]{6,300})["'`]/g,
    holds: isHeld,
  },
  {
    words: ["tochararray", "getbytes", "utf8.parse", "buffer.from"],
    find: /\b\w{0,30}(?:[kK]ey|KEY|[pP]ass(?:word|phrase)?|[kK]ey[sS]tore|\.load|PBE\w{0,10})\b[^"'\n]{0,60}["']([^"'\n]{6,200})["'](?=\.(?:toCharArray|getBytes)\(|\))/g,
    holds: (value) => (isStrong(value, true) && /\d\d|\d[^\d]+\d/.test(value)) || isTold(value) || isRandom(value, true) || isPhrase(value),
  },
  {
    // What stands in for a setting that is not given, in templates of several languages.
    words: ["default", "||", "lambda"],
    find: /(?:pass\w{0,10}|pwd|pw|secret|token|key)\w{0,20}["']?[ \t]{0,4}[:=][^\n;]{0,120}?(?:\|\||\bdefault\b|\blambda:)[ \t(,]{1,4}["']([^"'\n]{6,300})["']/gi,
    holds: isHeld,
  },
  {
    words: ["echo ", "printf "],
    find: /\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?(?:["']%s(?:\\n)?["'][ \t]+)?(["']?)([^\s"'$`<>|]{5,200})\1[ \t]*>{1,2}[ \t]*["']?[\w./~$-]{0,80}(?:pass|secret|token|key|cred)/gi,
    holds: isHeld,
  },
  { words: ["<<<"], find: /(?:pass\w{0,10}|secret|token)\w{0,10}[ \t]*<<<[ \t]*["']?([^\s"'$]{6,100})/gi, holds: isHeld },
  { words: ["gen_salt"], find: /\bcrypt\([ \t]*'([^'\n]{6,100})'[ \t]*,[ \t]*gen_salt/gi, holds: isGiven },
  // ---- words
  {
    words: ["admin", "root", "postgres", "ubuntu", "vagrant", "superuser"],
    find: /(?:^|[\s#(`"'*])(?:admin|root|administrator|superuser|sysadmin|postgres|ubuntu|vagrant)(?::| \/ )([^\s"'`,;|<>(){}]{6,60})(?=[\s"'`,;.)]|$)/gim,
    holds: isTold,
  },
];

const OPTION = /[\s"',](?:--?[a-zA-Z]|\/[a-z])/;

/** Where such secrets stand in a text, in no order; they may overlap. */
export function placedSpans(text: string, told: Words, forms: readonly Form[]): Span[] {
  const spans: Span[] = [];
  const optional = OPTION.test(text);
  const add = (match: RegExpExecArray, from: number, holds: Form["holds"]): void => {
    const value = match.findLast((group) => group !== undefined)!;
    const start = from + match.index + match[0].lastIndexOf(value);
    if (!holds(value, /["']/.test(text[start - 1] ?? ""))) return;
    spans.push([start, start + value.length]);
  };
  for (const { option, words, find, each, holds } of forms) {
    if ((option && !optional) || !told.has(...words)) continue;
    find.lastIndex = 0;
    for (let match = find.exec(text); match !== null; match = find.exec(text)) {
      if (each === undefined) add(match, 0, holds);
      else for (const one of match[0].matchAll(each)) add(one, match.index, holds);
    }
  }
  return spans;
}
