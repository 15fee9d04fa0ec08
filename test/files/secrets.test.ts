import { expect, test } from "bun:test";
import fc from "fast-check";
import { INNOCENT_FILES, SECRET_FILES } from "../../scripts/bench/_secret_names.ts";
import { isSecretName } from "../../src/files/secret_names.ts";
import { BLANK, redact } from "../../src/files/secrets.ts";
import { random, samples } from "./_keys.ts";

test("secrets by name", () => {
  for (const name of [
    ...[
      ".env",
      ".env.local",
      ".env.production",
      ".env-prod",
      ".env_dev",
      ".env~",
      ".env.bak",
      ".ENV",
      "prod.env",
      "config/docker.env",
      ".env.example.local",
      ".envrc",
    ],
    ...["server.pem", "tls.key", "a/b/private.key", "x.p12", "x.pfx", "x.jks", "app.keystore", "AuthKey_ABC.p8", "id.ppk", "vault.kdbx"],
    ...[
      "id_rsa",
      "id_ed25519",
      "id_ecdsa_sk",
      "id_rsa_work",
      "id_dsa.bak",
      "ssh_host_rsa_key",
      ".ssh/config",
      "home/.ssh/config",
      ".gnupg/x",
    ],
    ...[".netrc", "_netrc", ".pypirc", ".htpasswd", ".git-credentials", ".dockercfg", ".pgpass", ".vault_pass"],
    ...[
      ".aws/credentials",
      ".aws/config",
      ".kube/config",
      "kubeconfig",
      "prod.kubeconfig",
      ".docker/config.json",
      ".cargo/credentials.toml",
    ],
    ...[
      "credentials.json",
      "config/credentials.yml",
      "secrets.json",
      ".streamlit/secrets.toml",
      "client_secret_123.apps.json",
      "service-account.json",
    ],
    ...[
      "my-service-account-key.json",
      "serviceAccount.json",
      "application_default_credentials.json",
      "terraform.tfstate",
      "config/master.key",
      "secrets.yaml",
      ".npmrc",
      "key.json",
      "terraform.tfvars",
      "prod.auto.tfvars",
      "Chrome/Default/Login Data",
      "group_vars/all/vault.yml",
      "deploy/secrets/db_password",
    ],
  ])
    expect([name, isSecretName(name)]).toEqual([name, true]);
});

test("innocent names are not caught", () => {
  for (const name of [
    ...[
      "tokenizer.ts",
      "keyboard.rs",
      "secret_sharing.py",
      "public_key.go",
      "keys.ts",
      "key.ts",
      "environment.ts",
      "env.ts",
      ".env.example",
      ".env.sample",
    ],
    ...[
      ".env.template",
      ".env.dist",
      ".env.local.example",
      "example.env",
      "sample.env",
      ".env.d.ts",
      "env.py",
      ".environment",
      "dotenv.js",
      "envoy.yaml",
    ],
    ...[
      "id_rsa.pub",
      "id_rsa.go",
      "id_ed25519.pub",
      "public.key",
      "app.pub.key",
      "credentials.ts",
      "credentials.go",
      "secrets.ts",
      "secrets_manager.py",
      "Secret.java",
    ],
    ...[
      "src/credentials/index.ts",
      "ssh/config.go",
      "sshd.c",
      "netrc.py",
      "pem.go",
      "pem/decode.go",
      "crt.rs",
      "keystore.ts",
      "kubeconfig.go",
      "aws/config.go",
    ],
    ...[
      "templates/secrets.yaml",
      "templates/secret.yaml",
      "service_account.py",
      "service_accounts.md",
      "password.ts",
      "passwords.md",
      "token.json",
      "cert.crt",
      "certs/ca.pem",
      ".ssh/known_hosts",
      ".ssh/id_ed25519.pub",
      "envs/network.tfvars",
    ],
    ...[
      ".yarnrc.yml",
      "Dockerfile",
      ".github/workflows/secrets-scan.yml",
      "docs/secrets.md",
      "monkey",
      "keyring.c",
      "certificate.ts",
      "hotkey.tsx",
      ".aws/task-definition.json",
    ],
  ])
    expect([name, isSecretName(name)]).toEqual([name, false]);
});

test("names that scanners list are secrets, names that only sound so are not", () => {
  const kept = SECRET_FILES.filter((name) => isSecretName(`some/where/${name}`) || isSecretName(name)).length;
  expect(kept / SECRET_FILES.length).toBeGreaterThanOrEqual(0.98);
  expect(INNOCENT_FILES.filter((name) => isSecretName(name) || isSecretName(`src/${name}`))).toEqual([]);
  // A name of translations elsewhere.
  expect(isSecretName("auth.json")).toBe(true);
  expect(isSecretName("locales/en/auth.json")).toBe(false);
});

test("a file that is called after a key is a secret by that name", () => {
  for (const [name, key] of Object.entries(samples())) {
    if (key.includes("/")) continue;
    expect([name, isSecretName(`logs/${key}.txt`)]).toEqual([name, true]);
    expect([name, isSecretName(`logs/${key}/out.txt`)]).toEqual([name, true]);
  }
  for (const name of [
    "docs/AVeryLongNameOfAClassWithWords.java",
    `cache/${random(40, 3, "0123456789abcdef")}.json`,
    "img/0c7a3f52-9f0e-4a1b-8a51-1f2b3c4d5e6f.svg",
  ])
    expect([name, isSecretName(name)]).toEqual([name, false]);
});

test("every form of key is blanked, and only it", () => {
  for (const [name, key] of Object.entries(samples())) {
    for (const [before, after] of [
      ["const x = '", "';\nconst y = 1;\n"],
      ["# see ", " for it\n"],
      ["export A=", "\n"],
    ] as const) {
      const { text, count } = redact(before + key + after);
      expect([name, count]).toEqual([name, 1]);
      expect(text).toBe(before + key.replace(/[^\n]/g, BLANK) + after);
    }
  }
});

test("what introduces a secret stays", () => {
  const doppler = random(43, 9);
  expect(redact(`# dp.${"pt."}${doppler}`).text).toBe(`# ${BLANK.repeat(49)}`);
  expect(redact(`part.pt.${doppler}`).count).toBe(0);
  const password = random(12, 5);
  expect(redact(`url = "postgres://admin:${password}@db.example.com/x"`).text).toBe(
    `url = "postgres://${BLANK.repeat(password.length + 7)}db.example.com/x"`,
  );
  const bearer = random(40, 6);
  expect(redact(`-H 'Authorization: Bearer ${bearer}'`).text).toBe(`-H 'Authorization: Bearer ${BLANK.repeat(40)}'`);
  expect(redact(`//registry.example.org/:_authToken=${bearer}`).text).toStartWith("//registry.example.org/:_authToken=█");
});

test("random values of secret-sounding names, in the languages' ways of assigning", () => {
  const value = random(32, 7);
  for (const line of [
    `apiKey = "${value}"`,
    `const CLIENT_SECRET: string = '${value}';`,
    `"access_token": "${value}",`,
    `password := "${value}"`,
    `'db_password' => '${value}',`,
    `export MY_SERVICE_TOKEN=${value}`,
    `  secretKey: ${value}`,
    `spring.datasource.password=${value}`,
    `aws_secret_access_key = ${random(40, 8)}`,
    `"source": ["password = \\"${value}\\"\\n"],`,
    `AWS_SECRET_ACCESS_KEY: "${`wJalrXUtnFEMI/K7MDENG/bPxRfiCY${"EXAMPLEKEY"}`}"`,
  ]) {
    const { text, count } = redact(`first\n${line}\nlast\n`);
    expect([line.slice(0, 20), count]).toEqual([line.slice(0, 20), 1]);
    expect(text).not.toContain(value);
    expect(text).toMatch(/^first\n.*█{32,40}(?:["',;]*|\\"\\n"\],)\nlast\n$/);
  }
});

test("what is no secret is left alone", () => {
  for (const line of [
    'const tokenType = "application/x-www-form-urlencoded";',
    'token: "some.translation.key.of.the.page"',
    'passwordLabel = "PleaseEnterYourPasswordHere1"',
    "secret = getSecretFromEnvironmentVariable2()",
    'const sha = "da39a3ee5e6b4b0d3255bfef95601890afd80709";',
    "integrity sha512-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789==",
    "postgres://user:password@localhost/db",
    "https://$USER:$PASSWORD@example.com",
    "http://localhost:8080/@scope/name",
    "git@github.com:owner/name.git",
    "sk-circle sk-fading-circle-animation-delay-long-name",
    "npm_config_registry npm_package_json npm_lifecycle_event",
    "const hf_model = hf_hub_download_from_the_repository_please",
    "ghp_short github_pat_ AKIA xoxb-not-real",
    "skill_live_something SK SG.a.b eyJhbGciOiJIUzI1NiJ9",
  ])
    expect(redact(line)).toEqual({ text: line, count: 0 });
});

test("private keys are blanked whole; the words about them are not", () => {
  const line = `${random(64, 9)}\n`;
  const [begin, end] = [`-----BEGIN RSA ${"PRIVATE"} KEY-----`, `-----END RSA ${"PRIVATE"} KEY-----`];
  const whole = redact(`a\n${begin}\n${line}${line}Zg==\n${end}\nb\n`);
  expect(whole.count).toBe(1);
  expect(whole.text).toBe(`a\n${begin}\n${`${BLANK.repeat(64)}\n`.repeat(2)}████\n${end}\nb\n`);
  expect(redact(`k = "${begin}\\n${line.trim()}\\n${end}"`).text).not.toContain(line.trim());
  expect(redact(`k = "${begin}\\n" +\n  "${line.trim()}\\n" +\n`).text).not.toContain(line.trim());
  const parser = `const head = "${begin}";\nconst tail = "${end}";\nif (text.startsWith(head)) parse(text);\n`;
  expect(redact(parser)).toEqual({ text: parser, count: 0 });
});

test("length and line ends never change; a second pass changes nothing", () => {
  const keys = Object.values(samples());
  const piece = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 20 }),
    fc.constantFrom(
      ...keys,
      "\n",
      "\r\n",
      "'",
      '"',
      " = ",
      "password",
      "://",
      "eyJ",
      "sk-",
      "█",
      "\u{1F600}",
      `-----BEGIN ${"PRIVATE"} KEY-----`,
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      const { text: redacted, count } = redact(text);
      expect(redacted.length).toBe(text.length);
      for (let i = 0; i < text.length; i++)
        if (redacted[i] !== text[i]) expect([redacted[i], "\n\r".includes(text[i] ?? "")]).toEqual([BLANK, false]);
      expect(redacted !== text || count === 0).toBe(true);
      expect(redact(redacted).text).toBe(redacted);
    }),
    { numRuns: 300 },
  );
});

test("hostile repetitions end", () => {
  // Quadratic behaviour would take hours on these, not the second that a linear pass needs at most.
  for (const unit of [
    "eyJ",
    "eyJ-",
    "a.eyJ",
    `-----BEGIN ${"PRIVATE"} KEY-----`,
    "://",
    "://a:",
    "xoxb-",
    "=",
    "= ",
    "='",
    "secret=",
    "sk-",
    "SG.",
    "Bearer ",
    "A",
  ]) {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    expect(redact(text).text.length).toBe(text.length);
  }
  // Forms that are told by their place: each begins here again and again and never ends.
  for (const unit of [
    "chpasswd\na:b1c2d3e4\n",
    "-u a -p ",
    "user a:",
    '"password", ',
    "password: { ",
    "password:\n  a\n",
    'value="a" name="',
    "password = Field(",
    "token || default ",
    "password = q{a",
    "interface a\n a b c d key ",
    '"a" * "b1c2d3" *\n',
    "password for a b ",
    "xKey=",
    'Client("a",',
    "`a` / `b`\n",
    "smtp.a.b:c:",
  ]) {
    const text = unit.repeat(Math.ceil(200_000 / unit.length));
    expect(redact(text).text.length).toBe(text.length);
  }
}, 60_000);

test("given below its name, by its place in a command or a known file, in other languages' quotes; what only looks so stays", () => {
  const key = random(24, 21);
  const password = `${random(9, 22)}&3x`;
  const plain = `${random(10, 23)}7k2`;
  for (const [line, value] of [
    [`"adminPassword": {\n  "value": "${password}"\n}`, password],
    [`  DbPassword:\n    Type: String\n    Default: ${plain}\n`, plain],
    [`parser.add_argument("--password", default="${password}")`, password],
    [`<property><name>app.password</name><value>${plain}</value></property>`, plain],
    [`{"value": "${password}", "name": "DB_PASSWORD"}`, password],
    [`our $DB_PASS = q{${password}};`, password],
    [`deployctl -u ann -p ${plain} push`, plain],
    [`registryctl login ${key}`, key],
    [`pgpass_lines:\n  - "pg.local:5432:reports:dumper:${plain}"\n`, plain],
    [`    *:5433:*:owner:${password}\n`, password],
    [`chpasswd:\n  list: |\n    root:${plain}\n    ann:x\n`, plain],
    [`10.0.0.1 : PSK "${password}"`, password],
    [`crypto isakmp key ${plain} address 192.0.2.7`, plain],
    ["<password>lanternmeadow</password>", "lanternmeadow"],
    ['password: "Harbour_KqwnTz"', "Harbour_KqwnTz"],
  ] as const)
    expect([line, redact(line).text]).toEqual([line, line.replace(value, BLANK.repeat(value.length))]);
  for (const line of [
    "or when using a package, pass `cacertfile` or `cacerts`",
    "you can pass ``version=1`` to it",
    "'password' => 'required|min:10|confirmed',",
    'static readonly Guid ClassId = new Guid("00021401-0000-0000-C000-000000000046");',
    "typedef struct sec_PKCS12PKCS8ShroudedKeyBagStr sec_PKCS12PKCS8ShroudedKeyBag;",
    '<Pass encoding="base64"></Pass>',
    "docker run -u 1000:1000 -p 8080:80 app",
    "  - svc:8080:web:blue:Harvest2024",
    "  at 10:5432:1:2:/var/lib/data",
    "password: someotherpassword",
    "const password = Form_Fields;",
  ])
    expect(redact(line)).toEqual({ text: line, count: 0 });
});

test("given by place rather than by name: calls, commands, elements, headers", () => {
  const key = random(24, 11);
  const password = `${random(9, 12)}&3x`;
  for (const line of [
    `#define API_TOKEN "${key}"`,
    `<string name="api_key">${key}</string>`,
    `<meta-data android:name="com.x.API_KEY"\n   android:value="${key}"/>`,
    `<key>ApiSecret</key>\n<string>${key}</string>`,
    `Authorization: token ${key}`,
    `Bearer: ${key}`,
    `echo '${password}' | sudo -S apt update`,
    `useradd -m -p ${password} somebody`,
    `vault kv put secret/app user=x password=${password}`,
    `net user somebody ${password} /add`,
    `codecov -t ${key}`,
    `npm config set //registry.example.org/:_authToken ${key}`,
    `connection = pymysql.connect("localhost", "root", "${password}")`,
    `smtp.login(user, "${password}")`,
    `jwt.sign(payload, "${key}")`,
    `crypto.createHmac("sha256", "${key}")`,
    `const client = new PaymentClient("${key}")`,
  ]) {
    const { text } = redact(line);
    expect([line.slice(0, 16), text.includes(key), text.includes(password)]).toEqual([line.slice(0, 16), false, false]);
  }
  for (const line of [
    'connect("redis-1.example.com", "cache", "sessions")',
    'hmac.new(key, "sha256")',
    'element.login("button", "Sign in to continue")',
    "echo 'hello world' | sudo tee /etc/motd",
    "useradd -m -p $PASSWORD somebody",
    '<string name="password_hint">Your password has 8 characters</string>',
  ])
    expect(redact(line)).toEqual({ text: line, count: 0 });
});

test("words with a number behind a sign, aligned definitions and arrows give passwords; versions, labels and chapters are none", () => {
  for (const [line, secret] of [
    ['  keyPassword = "Thunder-05"', "Thunder-05"],
    ['admin_pw  = "Copper-Kettle.5"', "Copper-Kettle.5"],
    ['#define MQTT_PASS       "QKR3sivEqJzmSxzn"', "QKR3sivEqJzmSxzn"],
    ['Map("user" -> "spark", "password" -> "Hunter22!x")', "Hunter22!x"],
  ] as const)
    expect([line, redact(line).text]).toEqual([line, line.replace(secret, BLANK.repeat(secret.length))]);
  for (const line of [
    'password_label = "Password-2"',
    'title: "Chapter-3"',
    'os = "Windows-10"',
    '"password" -> "Please enter it"',
    'passwordHash = "SHA-256"',
    "password -> validate(password)",
    "auto f() -> password_t;",
  ])
    expect(redact(line).text).toBe(line);
});

/** Passwords as people choose them; made up here. */
const CHOSEN = [
  "Backbord&Steuerbord",
  "lampen.schirm.rot",
  "Rabarber_mit_Senf",
  "Pfeffermühle.",
  "moewe-nest-17",
  "sonnenuhr",
  "FlussPferdTreppe",
  "W4ldhorn.Ost",
];

test("where nothing but a password can stand, one that a person chose is blanked: words, phrases and numbers among them", () => {
  const quoted = [
    'const char *db_password = "@";',
    "define('DB_PASSWORD', '@');",
    '{"user": "app", "password": "@"}',
    '<user name="ann" password="@"/>',
    'variable "db_password" {\n  default = "@"\n}',
    "req.basic_auth 'feed', '@'",
    'req.SetBasicAuth("svc", "@")',
    "ENV.fetch('DB_PASSWORD') { '@' }",
    "UPDATE users SET passwd = md5('@') WHERE id = 1;",
    "sshpass -p '@' ssh root@192.0.2.1",
    "echo '@' | cryptsetup luksOpen /dev/sdb1 x",
    "net use Z: \\\\srv\\share '@' /user:corp\\ann",
    "htpasswd -b -c .htpasswd ann '@'",
    "INSERT INTO users (name, password) VALUES ('ann', '@');",
  ];
  for (const form of quoted)
    for (const value of [...CHOSEN, "drei rote Laternen am Kai", "Funkloch Nord 12"]) {
      const line = form.replace("@", value);
      expect([line, redact(line).text]).toEqual([line, line.replace(value, BLANK.repeat(value.length))]);
    }
  // Without quotes: no spaces, and lines around it that say that these are settings.
  for (const [form, name] of [
    ["user: app\n  password: @\n  threads: 4\n", "YAML"],
    ["[database]\nhost = db\npassword = @\n", "sections"],
    ["db.host=db.example.com\ndb.port=5432\ndb.password=@\n", "properties"],
    ["mvn deploy -Drepo.password=@ -q", "a command"],
    ["env:\n  - name: DB_PASSWORD\n    value: @\n", "Kubernetes"],
  ] as const)
    for (const value of CHOSEN.filter((one) => name !== "a command" || !/&/.test(one))) {
      const text = form.replace("@", value);
      expect([name, redact(text).text]).toEqual([name, text.replace(value, BLANK.repeat(value.length))]);
    }
});

test("what says where a password belongs, names a kind, or is a text for people is none", () => {
  for (const line of [
    'password: "Enter your password"',
    '"password": "newPassword"',
    'const PASSWORD_FIELD = "user_password";',
    'password: "bcrypt"',
    'errors: { password: "must not be empty" }',
    '"password": "Passwort",\n"name": "Name",\n"save": "Änderungen speichern",\n"quit": "Programm beenden",',
    '"a.title": "Meine Seite",\n"wifi.psk": "Schlüsselwort",\n"b.title": "Alle Seiten",\n"c.title": "Letzte Seite",',
    'const WORDS = ["password", "identified", "granted"];',
    '.hint::after { content: "Password: mindestens zehn Zeichen"; }',
    "--password-meter-weak: #e4572e;",
    "SET password_encryption = 'scram-sha-256';",
    "NPM_SECRET,\nAUTH_HEADER,\nREWRITE_REQUEST,\n",
    '"js-tokens": {\n"integrity": "sha512-VOhoRJ6Qh0qj7usgZoRNaejZc9tyjYTuwpw6AqX2lLNp53rp"\n}',
    'url = "amqp://guest:guest@localhost:5672"',
    "GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "there is no need to pass 'message' again",
    'password = Application.fetch_env!("AUTH")',
    'vault.resolveSecret("transfer-data-address", alias)',
  ])
    expect([line, redact(line).text]).toEqual([line, line]);
});
