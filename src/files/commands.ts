/**
 * Secrets among the arguments of programs: behind an option (`mysql -p…`), by their place (`htpasswd -b FILE NAME …`), through a pipe (`echo … | sudo -S`). One
 * table; how a form is looked for and judged is placed.ts.
 */
import type { Form } from "./placed.ts";
import { isChosen, isGiven, isLogin, isPhrase, isRandom, isStrong, isTemplate, isTold } from "./values.ts";

/** An argument: in quotes it may have spaces. Its value is the group that matched. */
const ARGUMENT = `(?:"([^"\\n]{4,200})"|'([^'\\n]{4,200})'|([^\\s"'$<>{}|;-][^\\s"'$<>{}|;]{3,200}))`;
const END = `(?=[\\s"',\\]\`)|;&]|$)`;
/** The rest of a command up to there; lines may be continued. */
const REST = "(?:[^\\n|;]|\\\\\\n){0,300}?";

/** An option of some programs, with its argument behind a space, a sign, nothing, or as the next text of a list. */
const option = (programs: string, name: string, ...words: string[]): Form => ({
  option: true,
  words,
  find: new RegExp(`\\b(?:${programs})(?:\\.exe)?\\b${REST}[ \\t"',](?:${name})(?:[ \\t]{1,3}|=|["'],[ \\t]{0,4})?${ARGUMENT}${END}`, "g"),
  holds: isGiven,
});
/** What comes next after these words. */
const next = (before: string, ...words: string[]): Form => ({
  words,
  find: new RegExp(`\\b(?:${before})[ \\t=]+${ARGUMENT}${END}`, "gi"),
  holds: isGiven,
});

/** Where other words may stand too. */
const isThought = (value: string): boolean =>
  !/\//.test(value) && (isStrong(value, true) || isPhrase(value) || isRandom(value, true) || (/[^a-z]/.test(value) && isChosen(value)));
const isMade = (value: string): boolean => /\d/.test(value) && isRandom(value, true);

export const COMMANDS: readonly Form[] = [
  // ---- options of programs
  option(
    "(?:mysql|mariadb|mongo)[\\w-]{0,12}|sshpass|(?:docker|podman|nerdctl|buildah|skopeo|crane|oras|az|cf|oc|helm[ \\t]+registry)[ \\t]+login|rabbitmqadmin|influx|cqlsh|cypher-shell|beeline|7za?|vncviewer|ncftp\\w{0,3}|rdesktop|altool|twine|psexec(?:64)?|winrs|evil-winrm|smbmap|crackmapexec|netexec|nxc|hydra|ebook-convert|impacket-\\w+",
    "-p",
    ..."mysql mariadb mongo sshpass login rabbitmqadmin influx cqlsh cypher beeline 7z vncviewer ncftp rdesktop altool twine psexec winr smbmap exec hydra impacket"
      .split(" ")
      .map((word) => (word.length < 4 ? `${word} ` : word)),
  ),
  option("7za?|unrar|rar", "-hp|-p", "rar ", "7z "),
  option("redis-cli|valkey-cli", "-a", "-cli"),
  option("pihole[ \\t]+-a", "-p", "pihole"),
  option("ldap(?:search|modify|add|passwd|delete|whoami|compare)", "-w", "ldap"),
  option(
    "sqlcmd|bcp|osql|tsql|unzip|zip|ipmitool|[io]sql|mosquitto_(?:pub|sub|rr)|freebcp",
    "-P",
    "sqlcmd",
    "bcp ",
    "osql",
    "isql",
    "tsql",
    "zip ",
    "ipmitool",
    "mosquitto",
  ),
  option("plink|pscp|psftp|mqtt", "-pw", "plink", "pscp", "psftp", "mqtt"),
  option("openssl[ \\t]+enc", "-k", "openssl"),
  option("openssl", "-(?:passin|passout|passwd)[ \\t]{1,3}pass:", "openssl"),
  option("security[ \\t]+[a-z]+-\\w{1,20}", "-[pPkw]", "security"),
  option("sign(?:tool)?|xfreerdp|wfreerdp", "\\/p:?", "sign", "freerdp"),
  option("cmdkey|wmic|dsadd|djoin", "\\/pass(?:word)?:", "cmdkey", "wmic"),
  option("schtasks", "\\/rp", "schtasks"),
  option("x11vnc", "-passwd", "x11vnc"),
  option("snmp\\w{3,9}", "-[AXc]", "snmp"),
  option("ssh-keygen", "-[NP]", "ssh-keygen"),
  option("useradd|usermod", "-p", "useradd", "usermod"),
  option("codecov|codacy-coverage-reporter|sentry-cli", "-t|--auth-token", "codecov", "codacy", "sentry-cli"),
  option("gem[ \\t]+push", "--key", "gem push"),
  option("git|hg|svn", "--password", "--password"),
  option("pdftk", "(?:user|owner|input)_pw", "pdftk"),
  option("lftp", "-u[ \\t]{1,3}[\"']?[\\w.@-]{1,64},", "lftp"),
  option(
    "(?:curl|https?|wget|lynx|aria2c|restic|git|xh|axel|siege)",
    "(?:-u|--user|-U|--proxy-user|-a|--auth)[ \\t=]{0,3}[\\w.@+\\\\-]{1,64}:",
    "curl",
    "http",
    "wget",
    "lynx",
    "aria2",
    "restic",
  ),
  {
    option: true,
    words: ["curl", "http", "wget", "lynx", "aria2", "restic", "git "],
    find: /\b(?:curl|http|https|wget|lynx|aria2c|restic|git|ab|siege)\b(?:[^\n]|\\\n){0,400}?[ \t"'](?:-\w{0,4}u|--user|-U|--proxy-user|-a|--auth)(?:[ \t=]{0,3}|["'],[ \t]{0,4})(?:"[^\s"':=/]{1,64}:([^"\n]{3,120})"|'[^\s"':=/]{1,64}:([^'\n]{3,120})'|[^\s"':=/]{1,64}:([^\s"']{3,120}))/g,
    holds: isGiven,
  },
  {
    words: ["--user", "-u ", "smb", "rpcclient", "//"],
    option: true,
    find: /[ \t](?:-U|--user)[ \t=]?["']?[\w.\\/-]{1,64}%([^\s"']{3,100})/g,
    holds: isGiven,
  },
  // ---- by their place
  next(
    "net[ \\t]+user[ \\t]+[\\w.-]{1,60}|wpa_passphrase[ \\t]+\\S{1,40}|rabbitmqctl[ \\t]+(?:add_user|change_password)[ \\t]+\\S{1,60}|htpasswd\\b(?=[^\\n]{0,40}[ \\t]-\\w*b)(?:[ \\t]+-\\w+){1,4}[ \\t]+\\S{1,200}[ \\t]+[^\\s-]\\S{0,63}|htpasswd(?:[ \\t]+-\\w+){1,3}[ \\t]+[^\\s-]\\S{0,63}",
    "net user",
    "net  user",
    "wpa_passphrase",
    "rabbitmqctl",
    "htpasswd",
  ),
  {
    words: "snyk|npm config|doctl|nmcli|rclone|redis-cli|<<<|heroku|consul|aws configure".split("|").map((word) => word.padEnd(4)),
    find: new RegExp(
      `\\b(?:snyk[ \\t]+auth|npm[ \\t]+config[ \\t]+set[ \\t]+\\S{1,160}|doctl[ \\t]+auth[ \\t]+init[ \\t]+-t|nmcli\\b[^\\n]{0,160}?[ \\t]password|rclone[ \\t]+config\\b[^\\n]{0,160}?[ \\t]pass|redis-cli\\b[^\\n]{0,80}?[ \\t]AUTH|(?:kinit|vncpasswd|sudo|passwd|cryptsetup|gpg|docker|su|chpasswd)\\b[^\\n|;]{0,120}?<<<|heroku[ \\t]+authorizations:create|consul[ \\t]+kv[ \\t]+put[ \\t]+\\S{0,80}(?:pass|secret|token|key)\\S{0,40}|aws[ \\t]+configure[ \\t]+set[ \\t]+\\S{1,60})[ \\t=]+${ARGUMENT}${END}`,
      "g",
    ),
    holds: (value) => isStrong(value, true) || isRandom(value, true),
  },
  next(
    `poetry[ \\t]+config[ \\t]+http-basic\\.\\S{1,60}[ \\t]+\\S{1,60}|rasdial[ \\t]+(?:"[^"\\n]{1,60}"|\\S{1,60})[ \\t]+\\S{1,60}|db2[ \\t]+connect\\b[^\\n]{0,120}?[ \\t]using|openssl[ \\t]+passwd(?:[ \\t]+-(?:\\d|apr1|salt[ \\t]+\\S{1,16})){0,3}|mkpasswd(?:[ \\t]+-\\S{1,30}){0,4}|nickserv[ \\t:]+(?:identify|register)(?:[ \\t]+\\w{1,30}(?=[ \\t]+\\S))?|add-user(?:\\.sh|\\.bat)?(?:[ \\t]+-\\w)?[ \\t]+\\S{1,40}`,
    "poetry",
    "rasdial",
    "db2 ",
    "passwd ",
    "nickserv",
    "add-user",
  ),
  {
    words: ["net use", "net  use", "net.exe use"],
    find: /\bnet(?:\.exe)?[ \t]+use\b[^\n]{0,200}?[ \t]\\\\\S{1,120}[ \t]+(?:(?:["']([^\n"']{4,100})["']|([^\s/"'*][^\s"']{3,100}))[ \t]+\/user:|\/user:\S{1,80}[ \t]+(?:["']([^\n"']{4,100})["']|([^\s/"'*][^\s"']{3,100})))/gi,
    holds: isGiven,
  },
  {
    words: ["securestring"],
    find: /\bConvertTo-SecureString[ \t]+(?:-String[ \t]+)?["']([^"'\n]{4,200})["']|["']([^"'\n]{4,200})["'][ \t)]{0,4}\|[ \t]{0,4}ConvertTo-SecureString/gi,
    holds: (value) => !isTemplate(value) && !/^\$/.test(value),
  },
  { words: ["pass:"], find: /(?:^|[\s"'=])pass:([^\s"']{4,120})/g, holds: isGiven },
  {
    // User and password as one argument.
    words: ["sql", "mpdp", "xpdp", "rman ", "oracle", "userid=", "connect "],
    find: /(?:\b(?:userid=|(?:sqlplus|impdp|expdp|exp|imp|sqlldr|sqlcl|target|catalog|auxiliary)[ \t]+(?:-\w+[ \t]+)?)["']?|\bconnect\([ \t]?["']|^conn(?:ect)?[ \t]+)[\w.$]{1,40}\/["']?([^\s@"'/]{4,100})["']?(?=@|[ \t]|\r?$)/gim,
    holds: isGiven,
  },
  {
    words: ["sonar.login", "npmauthident"],
    find: /\b(?:sonar\.login|npmAuthIdent)["']?[ \t]{0,3}[:=][ \t]{0,3}["']?([\w+/=:.-]{16,200})/g,
    holds: (value) => isRandom(value, true),
  },
  {
    words: ["chpasswd"],
    find: /\bchpasswd\b[^\n]{0,60}\n(?:[^\n]{0,120}\n){0,10}[^\n]{0,120}/g,
    each: /^[ \t]*(?:-[ \t]+)?["']?[a-z_][\w-]{0,31}:([^\s"':]{5,100})["']?[ \t]*$/gm,
    holds: isGiven,
  },
  {
    // `basic.auth.user.info: name:…`
    words: ["auth", "cred", "user.info", "userinfo"],
    find: /(?:auth|cred(?:ential)?s?|user[._-]?info|userpass)["']?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}["']?[\w.@+-]{1,64}:([^\s"'`:;,|<>$@/{}\\]{5,120})(?=["'\s,;]|$)/gi,
    holds: isLogin,
  },
  // ---- of any program
  {
    // A name and then a password.
    option: true,
    words: ["-u", "/u"],
    find: /[ \t"'](?:-[uU]|--?user(?:name)?|\/u(?:ser)?)[ \t:="',]{1,4}["']?[\w.@\\/+%-]{1,80}["']?(?:[^\n|;]|\\\n){0,160}?[ \t"'](?:-p|-P|-w|-W|-pw|--?pass(?:wd|word)?|--pw|\/p)(?:[ \t:=]{1,2}|["'],[ \t]{0,2}["'])?(["']?)([^\s"'$<>{}|;-][^\s"'$<>{}|;]{4,120})\1(?=[\s"',]|$)/g,
    holds: (value) => isThought(value) && !/^\d+:|:\d+$/.test(value),
  },
  {
    // … or both at once.
    words: ["user=", "login=", "-u", "-auth", "auth ", "-cred"],
    find: /(?:[ \t]auth|login=|(?:^|[\s"'(])(?:-{1,2}(?:user|auth|creds?|credentials|userpass|basic-auth|http-auth|login|userpwd)|-u|(?:lt-cred-mech\n)?user))[ \t=:"',]{1,4}[\w.@+-]{1,64}:([^\s"'`:;,|<>$@/{}\\]{5,120})(?=[\s"'`;,@]|$)/gm,
    holds: (value) => isTold(value) || isPhrase(value) || isRandom(value, true) || (isStrong(value, true) && /\d\D*\d/.test(value)),
  },
  {
    // A verb and a token.
    words: ["login ", "auth", "apikey ", "token ", "identify ", "unseal "],
    find: /(?:^|[\s"'`])(?:login|auth|authtoken|add-authtoken|set-?api-?key|api-?key|set-?token|unseal|npmAuthToken|identify|activate|enroll|join|configure|authenticate|pypi-token\.\w{1,30}|(?:auth|access|api)[-_]?token)[ \t]+(?:--?(?:token|key|api-key|with-token)[ =])?(["'`]?)([\w+/=.~-]{16,400})\1(?=[\s"'`]|$)/gi,
    holds: isMade,
  },
  {
    option: true,
    words: ["register", "push", "publish", "upload", "deploy", "connect", "agent", "start", "login", "setup"],
    find: /\b(?:register|push|publish|upload|deploy|connect|agent|start|login|setup)\b[^\n|;]{0,160}?[ \t](?:-[krtsa]|--?(?:key|api-?key|licen[sc]e(?:-key)?|pat|otp|auth))[ \t=](["']?)([\w+/=.~-]{20,400})\1(?=\s|$)/g,
    holds: isMade,
  },
  {
    // `NAME=value` among the words of programs that keep secrets.
    words: [
      "vault ",
      "kubectl",
      "heroku",
      "secrets set",
      "secret",
      "helm ",
      "setenv",
      "set-env",
      "keyvault",
      "dokku",
      "netlify",
      "vercel",
      "gh secret",
    ],
    find: /\b(?:vault[ \t]+(?:kv[ \t]+put|write|login)|kubectl[ \t]+create[ \t]+secret|heroku[ \t]+config:set|fly(?:ctl)?[ \t]+secrets[ \t]+set|wrangler[ \t]+secret|helm[ \t]+(?:install|upgrade)|eb[ \t]+setenv|cf[ \t]+set-env|az[ \t]+keyvault|dokku[ \t]+config:set|netlify[ \t]+env:set|vercel[ \t]+env)\b(?:[^\n]|\\\n){0,600}/g,
    each: new RegExp(`[\\w.[\\]-]{0,60}(?:pass(?:w(?:or)?d)?|pwd|secret|token|key|cred\\w*)[\\w.-]{0,30}=${ARGUMENT}${END}`, "gi"),
    holds: isGiven,
  },
  // ---- through a pipe
  {
    words: ["|"],
    find: /\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?(?:["']%s(?:\\n)?["'][ \t]+)?(?:"([^"\n|]{4,100})"|'([^'\n|]{4,100})'|([^\s"'|]{4,100}))[ \t]*\|[ \t]*(?:(?:sudo[ \t]+)?(?:cryptsetup|passwd|vncpasswd|smbpasswd|kinit|iinit)\b|(?:sudo|su|docker|podman|helm|oras|crane|skopeo|gh|gpg|openssl|az|cosign|restic|borg)\b[^\n]{0,200}?(?:[ \t]-S\b|--\w*-?stdin|--passphrase-fd|stdin|--with-token|[ \t]-$))/gm,
    holds: isGiven,
  },
  {
    words: ["chpasswd"],
    find: /\becho[ \t]+(?:-\w+[ \t]+)?["']?[\w.-]{1,32}:([^\s"'|]{4,100})["']?[ \t]*\|[ \t]*(?:sudo[ \t]+)?chpasswd\b/g,
    holds: isGiven,
  },
  {
    words: ["debconf", "d-i "],
    find: /\bpassword[ \t]+([^\s"']{5,100})["']?[ \t]*(?:\||\r?$)/gm,
    holds: isLogin,
  },
];
