/**
 * Secrets never enter the index or an answer: files that are secrets by name are not read at all, and high-confidence keys inside other files are
 * blanked by the one reader.
 */

import { assignedSpans } from "./assigned.ts";
import { issuedSpans } from "./issued.ts";
import { BY_PREFIX, type KeyForm, LONGEST_PREFIX, OTHERS, SEPARATED } from "./keys.ts";

/**
 * Edition of the rules by which text is redacted. An index of another edition is built anew: files in which it found no secret are shown without a second
 * search (reader.ts). A test says when it must change, and to what.
 */
export const SECRET_EDITION = "343e007f2b9bfa60";

/** Extensions of key, certificate and key store files. */
const SECRET_EXTENSIONS = new Set(
  (
    "pem p8 p12 pfx pkcs12 jks jceks bks keystore truststore crt cer der p7b p7c ppk kdb kdbx keytab agekey ovpn tfstate kubeconfig " +
    "keychain keychain-db agilekeychain opvault pk8 pkcs8 snk psafe3 1pux htpasswd passwd netrc pgpass vaultpass remmina nmconnection pcf rdg publishsettings " +
    "macaroon mobileprovision pvk private 1pif cookies"
  ).split(" "),
);

/** Whole names (lower case) of files that hold credentials. */
const SECRET_NAMES = new Set(
  (
    ".netrc _netrc .git-credentials .pypirc .htpasswd htpasswd accesstokens.json local.settings.json .htdigest .htaccess_passwd .dockercfg .dockerconfigjson .pgpass pgpass.conf .my.cnf .mylogin.cnf .s3cfg " +
    ".boto .passwd-s3fs rclone.conf .rclone.conf .linode-cli .databrickscfg kaggle.json .muttrc .msmtprc .fetchmailrc .esmtprc .offlineimaprc .mbsyncrc " +
    ".smbcredentials .smb-credentials .smbcreds .cifs_credentials .cifs-credentials sftp-config.json .ftpconfig .remote-sync.json winscp.ini filezilla.xml " +
    "recentservers.xml sitemanager.xml .trc .twurlrc .tugboat .vault-token .vault_pass .vault_pass.txt .vault-password vault_pass.txt vault-pass.txt " +
    "vault_password.txt vault-password.txt .vault_password .ansible_vault_pass .ansible_vault_password .envrc .secrets .secrets.toml .secrets.yml .secrets.yaml " +
    ".secrets.json kubeconfig talosconfig credentials credentials.db access_tokens.db rootkey.csv application_default_credentials.json credentials.tfrc.json " +
    ".terraformrc terraform.rc terraform.tfstate.backup .tfstate.backup master.key settings-security.xml encrypted_data_bag_secret hudson.util.secret " +
    "wallet.dat cwallet.sso secring.gpg secring.pgp otr.private_key key3.db key4.db logins.json signons.sqlite lastpass.csv proftpdpasswd robomongo.json " +
    "dbeaver-data-sources.xml credentials-config.json datasources.local.xml webservers.xml jupyter_notebook_config.json jupyter_server_config.json ngrok.yml " +
    ".bash_history .zsh_history .sh_history .ksh_history .history .psql_history .mysql_history .sqlite_history .python_history .node_repl_history .irb_history " +
    ".pry_history .rediscli_history .rediscli_auth .dbshell fish_history consolehost_history.txt .rhistory .lesshst .clickhouse-client-history .mycli-history " +
    ".secret .secret-key .credentials.json oauth_creds.json .authinfo .authinfo.gpg authinfo2 .netrc.gpg .cvspass .p4tickets .arcrc .zuliprc zuliprc .comet.config clearml.conf " +
    ".ftppass sftp.json ftp-sync.json .ftp-sync.json confcons.xml ws_ftp.ini .erlang.cookie wpa_supplicant.conf ipsec.secrets chap-secrets pap-secrets psk.txt " +
    "sasl_passwd sasl_passwd.db passwd.client smbpasswd passdb.tdb secrets.tdb passwd-s3fs opasswd master.passwd initialadminpassword gitlab-secrets.json " +
    "keystore.properties signing.properties key.properties keyfile.json k3s.yaml kube_config_cluster.yml .rbenv-vars .ovh.conf ovh.conf .civo.json .vultr-cli.yaml " +
    "hsm_secret priv_validator_key.json node_key.json admin.conf tomcat-users.xml .runtimeconfig.json .doppler.yaml unattend.xml autounattend.xml sysprep.xml sysprep.inf hs_ed25519_secret_key cookies.sqlite cookies.txt cert8.db cert9.db vault.pass .vault.pass .vaultpass .mnemonic " +
    "mnemonic.txt seed_phrase.txt seed-phrase.txt launcher_accounts.json users.acl token.pickle"
  ).split(" "),
);

/** Folders (lower case) in which everything is a credential. */
const SECRET_FOLDERS = new Set([".ssh", ".gnupg", ".secrets", ".cloudflared", ".otr", ".password-store", ".wallet"]);

/** Names that mean a credential in one folder only: the end of the path, lower case. */
const SECRET_PLACES: readonly RegExp[] = [
  /(?:^|\/)\.(?:kube|aws|oci|talos|snowsql|irssi)\/config$/,
  /(?:^|\/)\.aws\/(?:sso|cli)\/cache\/[^/]+$/,
  /(?:^|\/)\.azure\/(?:accesstokens|azureprofile|service_principal_entries|msal_token_cache)\.(?:json|bin)$/,
  /(?:^|\/)\.(?:docker|netlify|bluemix)\/config\.json$/,
  /(?:^|\/)\.(?:cargo|gem)\/credentials(?:\.toml)?$/,
  /(?:^|\/)\.config\/(?:gh\/hosts\.yml|hub|glab-cli\/config\.yml|doctl\/config\.yaml|heroku\/[^/]+|gcloud\/legacy_credentials\/.*)$/,
  /(?:^|\/)\.(?:doctl|fly|dbt|wrangler(?:\/config)?|jenkins)\/(?:config|profiles|default|credentials)\.(?:ya?ml|toml|xml)$/,
  /(?:^|\/)(?:sops\/)?age\/keys\.txt$/,
  /(?:^|\/)\.?huggingface\/(?:token|stored_tokens)$/,
  /(?:^|\/)knife\.rb$/,
  /(?:^|\/)\.helm\/repository\/repositories\.yaml$/,
  /(?:^|\/)\.(?:purple|gaim)\/accounts\.xml$/,
  /(?:^|\/)\.m2\/settings\.xml$/,
  /(?:^|\/)\.cpanel\/.+$/,
  /(?:^|\/)etc\/(?:shadow|gshadow)-?$/,
  /(?:^|\/)etc\/sudoers\.d\/[^/.]+$/,
  /(?:^|\/)initializers\/secret_token\.rb$/,
  // Composer's; elsewhere a name of translations.
  /^(?:(?:.*\/)?\.composer\/)?auth\.json$/,
  /(?:^|\/)wireguard\/(?:(?:private|preshared)_?key|[\w-]+\.conf)$/,
  /(?:^|\/)(?:\.gradle\/gradle\.properties|\.nuget\/(?:nuget\/)?nuget\.config)$/,
  // Of a program's own folder below a home; elsewhere a name of translations.
  /(?:^|\/)\.[\w-]+\/(?:[\w.-]+\/){0,3}auth\.json$|(?:^|\/)com\.vercel\.cli\/auth\.json$/,
  /(?:^|\/)\.(?:step\/secrets\/.+|kube\/[\w.-]*config[\w.-]*|kube\/[\w.-]+\.(?:ya?ml|conf)|config\/helm\/registry\/config\.json)$/,
  /(?:^|\/)\.config\/(?:hcloud\/cli\.toml|scw\/config\.yaml|tea\/config\.yml|solana\/id\.json|op\/config|linode-cli|msmtp\/config|aerc\/accounts\.conf|configstore\/[^/]+\.json|gcloud\/(?:credentials|access_tokens|adc).*)$/,
  /(?:^|\/)\.(?:cf|ibmcloud|mc|railway|toot|expo|op|bw|planetscale|supabase|influxdbv2|cassandra|snowflake|databricks)\/(?:config(?:s|\.json)?|state\.json|data\.json|access-token|cqlshrc|credentials|connections\.toml|token-cache\.json)$/,
  /(?:^|\/)\.subversion\/auth\/.+|(?:^|\/)\.(?:bazaar|bzr)\/authentication\.conf$/,
  /(?:^|\/)\.(?:weechat\/sec\.conf|znc\/configs\/znc\.conf|getmail\/[^/]+|davfs2\/secrets)$|(?:^|\/)etc\/davfs2\/secrets$/,
  /(?:^|\/)(?:etc\/)?kubernetes\/(?:admin|kubelet|controller-manager|scheduler|super-admin)\.conf$/,
  /(?:^|\/)(?:playwright|e2e|tests?)\/\.auth\/[^/]+\.json$/,
];
/** What all of them have: most paths have none of it. */
const SECRET_PLACE =
  /(?:^|\/)(?:\.[a-z]|etc\/|age\/|huggingface\/|initializers\/|wireguard\/|kubernetes\/|davfs2\/|configstore\/|com\.vercel|gcloud\/|knife\.|auth\.)/;

/** Further names, by form. Each is anchored at both ends: no substring decides. */
const SECRET_FORMS: readonly RegExp[] = [
  // SSH private keys: id_rsa, id_ed25519_sk, id_rsa_work, id_ecdsa.bak; id_rsa.pub and id_rsa.go are not.
  /^id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:[_-][\w-]*)?(?:\.(?:old|bak|backup|key|orig|priv|private|\d+))?$/,
  /^(?:ssh_host|host_ssh)_\w+_key$/,
  /^(?:credentials?|secrets?)\.(?:json|xml|toml|ini|csv|txt|properties|cfg|conf|env|(?:auto\.)?tfvars)$/,
  /^(?:credentials|secrets)\.ya?ml$/,
  /^client_secrets?(?:[_.-].*)?\.json$/,
  /^(?:.*[_.-])?service[_-]?account(?:[_-]?(?:key|keys|credentials?|file))?(?:[_.-].*)?\.json$/,
  /^(?:.*[_.-])?firebase[_-]adminsdk(?:[_.-].*)?\.json$/,
  /^gcloud[_.-].*(?:key|credentials?)\.json$/,
  /^(?:google|gcp|gcs|aws|azure|firebase|bigquery|oauth2?|prod|production|staging|admin|db)[_.-](?:.*[_.-])?(?:(?:credentials?|creds)\.ya?ml|(?:credentials?|creds|secrets?)\.(?:json|toml|ini|csv|txt))$/,
  // What the clouds' consoles hand out for download.
  /^(?:.*[_-])?(?:credentials|accesskeys)\.csv$/,
  /^(?:private[_-]?key|privkey|presharedkey)(?:\.(?:txt|asc|bak))?$/,
  /^(?:.*[_.-])?(?:private|secret|signing)(?:[_-]?key)?\.(?:asc|gpg|pgp)$/,
  /^\.?(?:ansible[_-])?vault[_-]pass(?:word|wd|phrase)?(?:[_-]file)?(?:\.txt)?$/,
  /^(?:passwords?|passwd|apikeys?|api[_-]keys?|tokens?|secret[_-]?keys?)\.(?:txt|csv|lst)$/,
  /^api[_-]?keys?\.(?:json|ya?ml|ini|properties)$/,
  /^\.dev\.vars(?:\..+)?$/,
  /^jenkins\.plugins\.publish_over_ssh\..*\.xml$/,
  /^\w[\w.-]*\.kubeconfig$/,
  /^(?:.*[_.-])?kubeconfig(?:[_-][\w-]+)?(?:\.(?:ya?ml|json|conf|config|txt))?$/,
  // One environment's: `secrets.prod.yaml`, `staging-credentials.json`.
  /^(?:secrets?|credentials?|creds)[_.-](?:prod|production|staging|stage|dev|development|test|qa|live|local|uat|preprod)\.(?:ya?ml|json|toml|properties|env|ini|conf|cfg|php|txt)$/,
  /^(?:prod|production|staging|stage|dev|development|qa|live|local|uat|preprod)[_.-](?:secrets?|credentials?|creds)\.(?:ya?ml|json|toml|properties|env|ini|conf|cfg|txt)$/,
  // Dot files that hold one, and the files that containers are given theirs by: `.npm_token`, `db_password.txt`.
  /^\.(?:[\w-]+[_-])?(?:api[_-]?keys?|tokens?|passwords?|passwd|passphrase|credentials?|creds|secrets?|pat)(?:\.(?:txt|json|ya?ml|ini|toml|cfg|conf))?$/,
  /^\.?(?:[\w-]*[_-])?(?:db|database|root|admin|mysql|mariadb|postgres|pg|redis|rabbitmq|mongo|smtp|mail|grafana|jenkins|vault|keystore|ssl|tls|jwt|session|django|wifi|ldap|api|app|user|restic|borg|backup|gpg|sops|ansible|ssh|sudo|become)[_-](?:password|passwd|passphrase|pass|secret|secret[_-]?key|api[_-]?key)s?(?:[_-]?file)?(?:\.(?:txt|secret|dat))?$/,
  /^(?:.*[_-])?(?:access|refresh|bearer|auth|oauth2?|github|gitlab|slack|bot|discord|telegram|npm|pypi)[_-]tokens?\.(?:txt|json|pickle|secret|dat)$/,
  /^(?:.*[_.-])?(?:gcp|gcs|gke|gcloud|google|bigquery|bq|firebase|firestore|vertex)[_.-](?:.*[_.-])?key(?:file)?\.json$/,
  /^(?:.*[_-])?(?:play[_-]?store|google[_-]play)[_-]?(?:.*[_-])?(?:key|credentials?|service[_-]?account)?\.json$/,
  /^\.?aws[_-]?(?:credentials?|keys?|secrets?)(?:\.(?:txt|csv|json|ya?ml|ini|cfg|conf))?$/,
  /^vault[_-](?:init|unseal|keys?|root[_-]?token|cluster[_-]?keys)[\w-]*\.(?:json|txt|ya?ml)$/,
  /^(?:bitwarden|lastpass|1password|keepass|dashlane|nordpass|chrome|firefox)[_-]?(?:export|passwords?|vault)[\w-]*\.(?:json|csv|xml|txt)$/,
  /^(?:.*[_.-])?(?:prod|production|staging|stage|live|private|secrets?|credentials?)(?:\.auto)?\.tfvars(?:\.json)?$/,
  // Keys by what they are for, without an extension that says so: `deploy_key`, `sops-key.txt`.
  /^(?:.*[_-])?(?:deploy|ssh|private|signing|host|root_ca|ca|tls|ssl)[_-]key$/,
  /^(?:.*[_-])?(?:sops|age|gpg|pgp|unseal|recovery|signing|deploy|ssh)[_-]keys?\.(?:txt|json|asc)$/,
  /^(?:.*[_-])?sa[_-]key\.json$/,
  /^\.netrc[._-].+$/,
  /^(?:.*[_.-])?cookies\.(?:txt|sqlite)$/,
  /^[\w.-]*repl_history$/,
  // Wallets and nodes.
  /^utc--\d{4}.*$/,
  /^[\w.-]*keypair\.json$/,
  /^mongo(?:db)?[_-]?key(?:file)?$/,
  /^wg\d+\.conf$/,
  /^wpa_supplicant-[\w-]+\.conf$/,
  /^initial[_-]?(?:root|admin)[_-]?password$/,
  /\.tfstate(?:\.\w+)?\.backup$/,
  /^k[\w.-]+\+\d{3}\+\d{5}\.private$/,
  /^\.k5\..+$/,
  /^\.[\w-]{2,20}[_-]hist(?:ory)?$/,
  /^.+\.pubxml\.user$/,
  /\.decrypt\.private\.php$/,
  // Settings of programs hold a password among others; a copy that was put beside them is for nobody to read.
  /^(?:wp-config|config\.inc|configuration|localsettings|settings|local|database|parameters|config|db)\.(?:php|ya?ml|xml|ini)(?:\.(?:bak|old|orig|save|backup|copy|swp|tmp|\d)|~)$/,
  /^auth[_-]user[_-]pass(?:\.txt)?$/,
];

/** `.env` and its kin: `.env.local`, `.env-prod`, `prod.env`. */
const ENVIRONMENT = /^(?:\.env(?:[._-].*|~)?|[\w.-]+\.env)$/;
/** … that are meant to be read: `.env.example`, `sample.env`, `.env.local.template`; and code that happens to be called so (`.env.d.ts`). */
const ENVIRONMENT_SAMPLE =
  /(?:^|[._-])(?:example|examples|sample|samples|template|tmpl|tpl|dist|default|defaults|schema)(?:\.env)?$|\.(?:[cm]?[jt]sx?|py|rb|go|rs|php|md)$/;

/** Key files by `.key`, except public halves and what is plainly something else. */
const PUBLIC_KEY = /(?:^|[._-])(?:pub|public)(?:[._-]?key)?\.(?:key|pem|der|asc)$/;

/** True if a file must not be read because of what its name says it is. Path with `/`, case does not count. */
export function isSecretName(path: string): boolean {
  const lower = path.toLowerCase();
  const slash = lower.lastIndexOf("/");
  const name = lower.slice(slash + 1);
  // A copy that was put beside it.
  const copy = /^(.+?)(?:\.(?:bak|old|orig|save|backup|copy|swp|tmp|\d)|~)$/.exec(name)?.[1];
  if (copy !== undefined && isSecretName(path.slice(0, slash + 1) + copy)) return true;
  if (SECRET_NAMES.has(name)) return true;
  const dot = name.lastIndexOf(".");
  if (dot >= 0) {
    const extension = name.slice(dot + 1);
    if (SECRET_EXTENSIONS.has(extension)) return !PUBLIC_KEY.test(name);
    if (extension === "key") return !PUBLIC_KEY.test(name);
  }
  if (ENVIRONMENT.test(name)) return !ENVIRONMENT_SAMPLE.test(name);
  if (slash >= 0) {
    const folders = lower.slice(0, slash).split("/");
    if (folders.some((folder) => SECRET_FOLDERS.has(folder) || /\.(?:agilekeychain|opvault|keychain)$/.test(folder))) return true;
    // Helm charts template their secrets; the template holds none.
    if (folders[folders.length - 1] === "templates" && /^secrets?\.ya?ml$/.test(name)) return false;
  }
  if (SECRET_PLACE.test(lower) && SECRET_PLACES.some((place) => place.test(lower))) return true;
  return SECRET_FORMS.some((form) => form.test(name)) || (LONG_RUN.test(path) && redact(path).count > 0);
}

/** A name may be a key itself (a log or a recording that is called after its session): what has no run of this length is none. */
const LONG_RUN = /[\w-]{20}/;

// ---------------------------------------------------------------------------------------------- inside files

/** What stands in the place of every character of a secret but line ends: one UTF-16 unit, no letter, so nothing moves and no word is made of it. */
export const BLANK = "█";

const PEM = "-----BEGIN ";
const PEM_FIND = /-----BEGIN /g;

/** Text without its secrets. */
export interface Redacted {
  text: string;
  /** How many were blanked. */
  count: number;
}

/**
 * Blanks every high-confidence secret in a text: keys by their issuers' forms (issued.ts, keys.ts), PEM private keys, JSON Web Tokens, passwords in URLs,
 * and what is assigned to names that say secret (assigned.ts).
 *
 * Linear in the length of the text. The result has the same length in UTF-16 units and the same line ends at the same places; every other character
 * of a secret is `BLANK`. Redacting twice changes nothing more.
 */
export function redact(text: string): Redacted {
  // Where one was blanked another may show that stood against it: until nothing more is found, which two or three passes are.
  let found = once(text);
  for (let count = found.count; found.count > 0; count += found.count) {
    const again = once(found.text);
    if (again.text === found.text) return { text: found.text, count };
    found = again;
  }
  return found;
}

function once(text: string): Redacted {
  const spans: [number, number][] = [];
  let done = 0;
  for (const { at, start, form } of places(text)) {
    // Inside one that was just blanked.
    if (at < done) continue;
    const span = form === null ? privateKey(text, at) : keyAt(text, at, start, form, done);
    if (span === null) continue;
    spans.push(span);
    done = span[1];
  }
  spans.push(...issuedSpans(text), ...assignedSpans(text));
  return spans.length === 0 ? { text, count: 0 } : blank(text, spans);
}

/** Somewhere a key may begin; `form` null for a PEM header. */
interface Place {
  at: number;
  start: string;
  form: KeyForm | null;
}

/** By the character before the separator: of how many characters, separator included, prefixes are that end so. Bits. */
const lengthsByEnd = new Uint32Array(128);
for (const prefix of BY_PREFIX.keys()) lengthsByEnd[prefix.charCodeAt(prefix.length - 2)]! |= 1 << prefix.length;

/** All of them in order. */
function places(text: string): Place[] {
  const found: Place[] = [];
  SEPARATED.lastIndex = 0;
  for (let match = SEPARATED.exec(text); match !== null; match = SEPARATED.exec(text)) {
    const end = match.index + 1;
    // Most separators stand in names of several words, few of which end as a prefix does and are as long as one.
    const lengths = lengthsByEnd[text.charCodeAt(match.index - 1)] ?? 0;
    if (lengths === 0) continue;
    for (let from = match.index - 1; from >= 0 && end - from <= LONGEST_PREFIX && isWord(text.charCodeAt(from)); from--) {
      if ((lengths & (1 << (end - from))) === 0) continue;
      for (const { start, form } of BY_PREFIX.get(text.slice(from, end)) ?? [])
        if (text.startsWith(start, from)) found.push({ at: from, start, form });
    }
  }
  for (const { find, forms } of OTHERS) {
    find.lastIndex = 0;
    for (let match = find.exec(text); match !== null; match = find.exec(text))
      found.push({ at: match.index, start: match[0], form: forms[match[0]] ?? null });
  }
  PEM_FIND.lastIndex = 0;
  for (let match = PEM_FIND.exec(text); match !== null; match = PEM_FIND.exec(text))
    found.push({ at: match.index, start: PEM, form: null });
  return found.sort((a, b) => a.at - b.at);
}

function keyAt(text: string, at: number, start: string, form: KeyForm, done: number): [number, number] | null {
  // Inside a longer run this is no start; it also bounds the tries to one a run, which keeps `eyJeyJeyJ…` linear.
  // What was just blanked is no run any more.
  const from = at - (form.before ?? form.base64 ?? 0);
  if (from < done) return null;
  for (let i = from; i < at; i++) {
    const code = text.charCodeAt(i);
    if (!isWord(code) && (form.base64 === undefined || !BASE64_SIGNS.includes(text[i]!))) return null;
  }
  const before = from > done ? text.charCodeAt(from - 1) : 32;
  if (!form.inside && (isWord(before) || (before === DASH && start === "eyJ"))) return null;
  form.rest.lastIndex = at + start.length;
  const rest = form.rest.exec(text)?.[0];
  if (rest === undefined || form.unless?.(rest)) return null;
  return [form.keepStart ? at + start.length : from, at + start.length + rest.length];
}

const DASH = 45;
const BASE64_SIGNS = "+/-";
function isWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}

/** Longest private key looked for: a 16,384-bit RSA key in PEM has 12,700 characters. */
const MAX_PEM = 20_000;
const PEM_HEADER = /(?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/y;
const PEM_REST = /^(?:[A-Za-z0-9+/=]|\\[nrt]|[\s"'`+,;|#*>-])+/;

/**
 * A PEM private key from its header to its footer, as it is or inside string literals. A header and footer with no key between them (parsers, tests) are
 * left alone; without a footer, what looks like base64 is taken.
 */
function privateKey(text: string, at: number): [number, number] | null {
  PEM_HEADER.lastIndex = at + PEM.length;
  const header = PEM_HEADER.exec(text);
  if (header === null) return null;
  const from = at + PEM.length + header[0].length;
  // Not beyond the next header: a row of headers alone would be searched again and again.
  const next = text.indexOf(PEM, from);
  const window = text.slice(from, Math.min(from + MAX_PEM, next < 0 ? text.length : next));
  const footer = /-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/.exec(window);
  let to: number;
  if (footer !== null) to = from + footer.index;
  else {
    to = from + (PEM_REST.exec(window)?.[0].length ?? 0);
  }
  // One letter again and again is no key but its place.
  return /(?!(.)\1{9})[A-Za-z0-9+/=]{40}/.test(text.slice(from, to)) ? [from, to] : null;
}

function blank(text: string, spans: [number, number][]): Redacted {
  spans.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  let out = "";
  let done = 0;
  let count = 0;
  for (const [start, end] of spans) {
    if (end <= done) continue;
    const from = Math.max(start, done);
    out += text.slice(done, from) + text.slice(from, end).replace(/[^\n\r]/g, BLANK);
    done = end;
    count++;
  }
  return { text: out + text.slice(done), count };
}
