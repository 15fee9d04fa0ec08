/**
 * Files that exist to hold credentials, by the names that programs give them. They are not read at all: nobody asks questions of them, and what would have to be
 * recognised inside is not.
 *
 * A file that holds a secret among other things (a framework's settings, `pip`'s and `yarn`'s for a project, a variable file that Terraform is handed by name) is
 * read, with its secrets blanked.
 */
import { redact } from "./secrets.ts";

/** Extensions of key files, key stores and files of one secret. Certificates are public; a key that stands in one is blanked like any other. */
const SECRET_EXTENSIONS = new Set(
  (
    "pem p8 p12 pfx pkcs12 jks jceks bks keystore truststore ppk kdb kdbx keytab agekey ovpn tfstate kubeconfig " +
    "keychain keychain-db agilekeychain opvault pk8 pkcs8 snk psafe3 1pux htpasswd passwd netrc pgpass vaultpass remmina nmconnection pcf rdg publishsettings " +
    "wpa_psk keyring kwl macaroon mobileprovision pvk private 1pif cookies binarycookies secret secrets password passphrase"
  ).split(" "),
);

/** Whole names (lower case) of files that hold credentials. */
const SECRET_NAMES = new Set(
  (
    ".npmrc .sshpass .renviron .wakatime.cfg .irodsa flows_cred.json .netrc _netrc cqlshrc wallet.json .git-credentials .pypirc .htpasswd htpasswd accesstokens.json local.settings.json .htdigest .htaccess_passwd .dockercfg .dockerconfigjson .pgpass pgpass.conf .my.cnf .mylogin.cnf .s3cfg " +
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
    "mnemonic.txt seed_phrase.txt seed-phrase.txt launcher_accounts.json users.acl token.pickle key.json sa.json .sentryclirc sentry.properties .claude.json .google_authenticator google_authenticator .pg_service.conf pg_service.conf " +
    ".odbc.ini odbc.ini domain-passwords mgmt-users.properties application-users.properties passwordfile pwfile mosquitto_passwd bitcoin.conf litecoin.conf ultravnc.ini rdcman.settings ntds.dit " +
    "pub-credentials.json storage_state.json storagestate.json cookie.txt cookiejar cookie_jar cookies.lwp hex.config"
  ).split(" "),
);

/** Folders (lower case) in which everything is a credential. */
const SECRET_FOLDERS = new Set([".ssh", ".gnupg", ".secrets", ".cloudflared", ".otr", ".password-store", ".wallet", ".near-credentials"]);
/** What is public in them. */
const PUBLIC_IN_FOLDER = /^(?:known_hosts|authorized_keys|readme(?:\.\w+)?|.+\.(?:pub|md))$/;

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
/** Of browsers, mail programs and other people's tools, in their own folders. */
const SECRET_STORES: readonly RegExp[] = [
  // Chromium's and its kin's: sessions, passwords, cards and the key to them.
  /(?:^|\/)(?:login data(?: for account)?|web data|local state)$/,
  /(?:^|\/)(?:chrom\w*|brave[\w-]*|edge|opera\w*|vivaldi|default|profile \d+|network|user data)\/cookies$/,
  /(?:^|\/)safari\/passwords\.plist$/,
  /(?:^|\/)(?:\.?pip|\.config\/pip)\/pip\.(?:conf|ini)$/,
  /(?:^|\/)\.bundle\/config$|(?:^|\/)\.lein\/(?:credentials\.clj(?:\.gpg)?|profiles\.clj)$|(?:^|\/)\.cabal\/config$|(?:^|\/)\.cocoapods\/trunk$/,
  /(?:^|\/)\.?(?:docker|containers|podman)\/auth\.json$/,
  /(?:^|\/)(?:\.config\/)?\.?(?:stripe\/config\.toml|twilio-cli\/config\.json|jira\.d\/config\.yml|wandb\/settings)$/,
  /(?:^|\/)\.?github-copilot\/(?:hosts|apps)\.json$|(?:^|\/)\.circleci\/cli\.yml$/,
  /(?:^|\/)\.mutt\/passwords?$|(?:^|\/)\.?(?:x11)?vnc\/passwd$|(?:^|\/)pgbouncer\/userlist\.txt$/,
  /(?:^|\/)(?:group_vars|host_vars|vars|inventory|inventories)\/(?:.+\/)?vault(?:\.ya?ml)?$/,
  /(?:^|\/)\.storage\/auth[\w.]*$|(?:^|\/)\.config\/(?:fly|netlify)\/config\.(?:ya?ml|json)$/,
  /(?:^|\/)(?:open)?vpn\/(?:auth|pass|login|creds?|credentials)(?:\.(?:txt|conf))?$/,
  /(?:^|\/)(?:freeradius|raddb|radius)\/(?:.+\/)?(?:clients\.conf|users|authorize)$/,
  /(?:^|\/)\.(?:ethereum\/keystore|foundry\/keystores|age|brownie\/accounts|auth)\/[^/]+$/,
  /(?:^|\/)\.?(?:config\/)?openstack\/(?:clouds|secure|clouds-public)\.ya?ml$|(?:^|\/)clouds\.ya?ml$|(?:^|\/)openrc(?:\.sh)?$/,
  /(?:^|\/)server\/(?:node-|agent-)?token$|(?:^|\/)security\/boot\.properties$|(?:^|\/)boot\.properties$|(?:^|\/)sssd\/sssd\.conf$|(?:^|\/)gitlab-runner\/config\.toml$/,
  /(?:^|\/)(?:letsencrypt|certbot)\/(?:.+\/)?(?!cli\.ini$)[\w-]+\.ini$|(?:^|\/)preferences\/(?:.+\/)?(?:groups|services|scheduledtasks|datasources|printers|drives)\.xml$|(?:^|\/)(?:repair|config|regback)\/(?:sam|security|system)$/,
  /(?:^|\/)sites\/[^/]+\/settings\.php$|(?:^|\/)app\/etc\/env\.php$|(?:^|\/)(?:phpmyadmin|roundcube(?:mail)?)\/(?:.+\/)?config\.inc\.php$/,
  // Files that containers are given their secrets by.
  /(?:^|\/)secrets\/(?!(?:readme|licen[sc]e|makefile|dockerfile|justfile|owners|build)$)[\w-]+(?:\.txt)?$/,
];
const SECRET_STORE =
  /(?:^|[/.])(?:login data|web data|local state|cookies|pip|bundle|lein|cabal|cocoapods|docker|containers|podman|stripe|twilio-cli|jira\.d|wandb|github-copilot|circleci|mutt|(?:x11)?vnc|pgbouncer|group_vars|host_vars|vars|inventor(?:y|ies)|(?:open)?vpn|freeradius|raddb|radius|openstack|server|security|sssd|gitlab-runner|letsencrypt|certbot|preferences|repair|config|regback|sites|etc|phpmyadmin|roundcube(?:mail)?|ethereum|foundry|brownie|auth|secrets|safari|age|storage|fly|netlify)(?:\/|$| )|(?:^|\/)(?:clouds\.ya?ml|openrc|boot\.properties)/;
/** What all of SECRET_PLACES have: most paths have none of it. */
const SECRET_PLACE =
  /(?:^|\/)(?:\.[a-z]|etc\/|age\/|huggingface\/|initializers\/|wireguard\/|kubernetes\/|davfs2\/|configstore\/|com\.vercel|gcloud\/|knife\.|auth\.)/;

/** Further names, by form. Each is anchored at both ends: no substring decides. */
const SECRET_FORMS: readonly RegExp[] = [
  // SSH private keys: id_rsa, id_ed25519_sk, id_rsa_work, id_ecdsa.bak; id_rsa.pub and id_rsa.go are not.
  /^id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:[_-][\w-]*)?(?:\.(?:old|bak|backup|key|orig|priv|private|\d+))?$/,
  /^(?:ssh_host|host_ssh)_\w+_key$/,
  /^(?:credentials?|secrets?|creds?)\.(?:json|xml|toml|ini|csv|txt|properties|cfg|conf|env|plist|db|smb|dat|(?:auto\.)?tfvars)$/,
  /^(?:credentials|secrets|creds)(?:\.(?:enc|dec|decrypted|sops))?\.ya?ml$/,
  /^\.?(?:creds|passwords?|passphrase|pass|pwd|api[_-]?key|secret|secret[_-]?key|access[_-]?key)$|^\.passwd$/,
  /^client_secrets?(?:[_.-].*)?\.json$/,
  /^(?:.*[_.-])?service[_-]?account(?:[_-]?(?:key|keys|credentials?|file))?(?:[_.-].*)?\.json$/,
  /^(?:.*[_.-])?firebase[_-]adminsdk(?:[_.-].*)?\.json$/,
  /^gcloud[_.-].*(?:key|credentials?)\.json$/,
  /^(?:google|gcp|gcs|aws|azure|firebase|bigquery|oauth2?|prod|production|staging|admin|db)[_.-](?:.*[_.-])?(?:(?:credentials?|creds)\.ya?ml|(?:credentials?|creds|secrets?)\.(?:json|toml|ini|csv|txt))$/,
  // What the clouds' consoles hand out for download.
  /^(?:.*[_-])?(?:credentials|accesskeys)\.csv$/,
  /^(?:private[_-]?keys?|privkey|presharedkey)(?:\.(?:txt|asc|bak))?$/,
  /^(?:.*[_.-])?(?:private|secret|signing)(?:[_-]?key)?\.(?:asc|gpg|pgp)$/,
  /^\.?(?:ansible[_-])?vault[_-]pass(?:word|wd|phrase)?(?:[_-]file)?(?:\.txt)?$/,
  /^(?:passwords?|passwd|apikeys?|api[_-]keys?|token|secret[_-]?keys?)\.(?:txt|csv|lst)$/,
  /^api[_-]?keys?\.(?:json|ya?ml|ini|properties)$/,
  /^\.dev\.vars(?:\..+)?$/,
  /^jenkins\.plugins\.publish_over_ssh\..*\.xml$/,
  /^\w[\w.-]*\.kubeconfig$/,
  /^(?:.*[_.-])?kubeconfig(?:[_-][\w-]+)?(?:\.(?:ya?ml|json|conf|config|txt))?$/,
  // One environment's: `secrets.prod.yaml`, `staging-credentials.json`.
  /^(?:secrets?|credentials?|creds)[_.-](?:prod|production|staging|stage|dev|development|test|qa|live|local|uat|preprod)\.(?:ya?ml|json|toml|properties|env|ini|conf|cfg|php|txt)$/,
  /^(?:prod|production|staging|stage|dev|development|qa|live|local|uat|preprod)[_.-](?:secrets?|credentials?|creds)\.(?:ya?ml|json|toml|properties|env|ini|conf|cfg|txt)$/,
  // What Terraform loads by itself; a file that is handed to it by name is one to be read, with its secrets blanked.
  /^(?:.+\.)?secrets?\.exs$|^[\w-]*cookie_secret$/,
  /^(?:terraform|.+\.auto)\.tfvars(?:\.json)?$/,
  /^(?:wp-config|localsettings|localconfiguration|settings\.local|secrets?)\.php$|^(?:local_settings|settings_local)\.py$|^parameters\.ya?ml$/,
  /^(?:.*[_.-])?(?:passw(?:oe|ö)rter|kennw(?:oe|ö)rter|zugangsdaten|mots?[_-]de[_-]passe|contrase(?:ñ|n)as?|senhas?|has[łl]a|wachtwoorden|identifiants)\.(?:txt|csv|xlsx?|ods|md|docx?|json|ya?ml)$/,
  /^env\.(?:prod|production|staging|stage|local|dev|development|secret|live)$/,
  /^(?:.*[_-])?(?:recovery|backup|scratch|2fa|mfa)[_-]codes?\.txt$|^(?:2fa|totp|otp|mfa)(?:[_-]secrets?)?\.txt$/,
  /^(?:.*[_-])?jaas\.conf$/,
  /^(?:vpn|openvpn)[._-](?:auth|login|pass|creds)(?:\.(?:txt|conf))?$|^(?:pass|pwd|creds|logins?)\.(?:txt|csv)$/,
  /^(?:.*[_.-])?(?:private|priv|secret)(?:[_.-].*)?\.jwks?$|^jwks?[_-]private\.json$|^key\.jwk$/,
  /^sealed-secrets-key\.ya?ml$|^.*[_-]key\.txt$|^priv\.(?:gpg|asc)$|^pass(?:word)?s?\.(?:gpg|asc|age)$|^kube[._-]config$/,
  // Dot files that hold one, and the files that containers are given theirs by: `.npm_token`, `db_password.txt`.
  /^\.(?:[\w-]+[_-])?(?:api[_-]?keys?|tokens?|passwords?|passwd|passphrase|credentials?|creds|secrets?|pat)(?:\.(?:txt|json|ya?ml|ini|toml|cfg|conf))?$/,
  /^\.?(?:[\w-]*[_-])?(?:db|database|root|admin|mysql|mariadb|postgres|pg|redis|rabbitmq|mongo|smtp|mail|grafana|jenkins|vault|keystore|ssl|tls|jwt|session|django|wifi|ldap|api|app|user|restic|borg|backup|gpg|sops|ansible|ssh|sudo|become)[_-](?:password|passwd|passphrase|pass|secret|secret[_-]?key|api[_-]?key)s?(?:[_-]?file)?(?:\.(?:txt|secret|dat))?$/,
  /^(?:.*[_-])?(?:access|refresh|bearer|auth|oauth2?|github|gh|gitlab|slack|bot|discord|telegram|npm|pypi|root|vault|deploy|admin|jira|sonar)[_-]tokens?(?:\.(?:txt|json|pickle|secret|dat))?$/,
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

/** Key files by `.key` and `.pem`, except public halves and what holds certificates. */
const PUBLIC_KEY =
  /(?:^|[._-])(?:pub|public)(?:[._-]?key)?\.(?:key|pem|asc)$|^(?:.*[._-])?(?:ca|cas|cacerts?|ca-bundle|ca-certificates|chain|fullchain|bundle|root|intermediate|trust|dh\d*|dhparams?)\d*\.pem$/;

/** True if a file must not be read because of what its name says it is. Path with `/`, case does not count. */
export function isSecretName(path: string): boolean {
  const lower = path.toLowerCase();
  const slash = lower.lastIndexOf("/");
  const name = lower.slice(slash + 1);
  // A copy that was put beside it.
  const copy = /(?:^|\/)man\d?\/[^/]+$/.test(lower)
    ? undefined
    : /^(.+?)(?:\.(?:bak|old|orig|save|backup|copy|swp|tmp|\d)|~)$/.exec(name)?.[1];
  if (copy !== undefined && isSecretName(path.slice(0, slash + 1) + copy)) return true;
  // What a host of repositories runs is never one.
  if (/(?:^|\/)\.(?:github|gitlab|gitea|forgejo)\/(?:.+\/)?[^/]+\.ya?ml$/.test(lower)) return false;
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
    if (
      !PUBLIC_IN_FOLDER.test(name) &&
      folders.some((folder) => SECRET_FOLDERS.has(folder) || /\.(?:agilekeychain|opvault|keychain)$/.test(folder))
    )
      return true;
    // Helm charts template their secrets; the template holds none.
    if (folders[folders.length - 1] === "templates" && /^secrets?\.ya?ml$/.test(name)) return false;
  }
  if (SECRET_PLACE.test(lower) && SECRET_PLACES.some((place) => place.test(lower))) return true;
  if (SECRET_STORE.test(lower) && SECRET_STORES.some((place) => place.test(lower))) return true;
  return SECRET_FORMS.some((form) => form.test(name)) || (LONG_RUN.test(path) && redact(path).count > 0);
}

/** A name may be a key itself (a log or a recording that is called after its session): what has no run of this length is none. */
const LONG_RUN = /[\w-]{20}/;
