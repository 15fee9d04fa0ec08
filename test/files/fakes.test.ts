// biome-ignore-all lint/suspicious/noTemplateCurlyInString: lines of other languages
/** The shares that the README promises, on the generated secrets of the benchmark, and what must stay readable. */
import { expect, test } from "bun:test";
import { type Fake, fakes } from "../../scripts/bench/_fakes.ts";
import { isSecretName } from "../../src/files/secret_names.ts";
import { BLANK, redact } from "../../src/files/secrets.ts";

/** Another seed than the one that the rules were looked at with. */
const FAKES = fakes(20_261, 4);

function isOut({ text, secrets }: Fake): boolean {
  const redacted = redact(text).text;
  return secrets.every(([start, end]) => {
    const rest = [...redacted.slice(start, end)].map((sign, i) => (sign === BLANK || /\s/.test(text[start + i]!) ? " " : sign)).join("");
    return !rest.split(" ").some((piece) => piece.length >= Math.min(5, Math.ceil((end - start) / 2)));
  });
}

test.each([
  ["issued", 0.99],
  ["assigned", 0.95],
] as const)("%s secrets are kept out", (family, goal) => {
  const all = FAKES.filter((fake) => fake.family === family);
  expect(all.length).toBeGreaterThan(500);
  expect(all.filter(isOut).length / all.length).toBeGreaterThanOrEqual(goal);
});

test("length and line ends stay, a second pass changes nothing", () => {
  for (const { text } of FAKES) {
    const { text: redacted } = redact(text);
    expect(redacted.length).toBe(text.length);
    expect(redacted.replace(/[^\r\n]/g, "x")).toBe(text.replace(/[^\r\n]/g, "x"));
    expect(redact(redacted).text).toBe(redacted);
  }
});

test("letters that change case as in no name are a secret where they are assigned, names in camel case are none", () => {
  for (const value of ["LwkXDKiyzK4", "TsIsTofktY", "UMUxZgsAtSgZ", "zzJGaRpMHTGY", "BTkkQmzqkDno"])
    for (const line of [`db.password=${value}`, `  password: ${value}`, `export DB_PASSWORD=${value}`, `login(user, password="${value}")`])
      expect(redact(line).text).toBe(line.replace(value, BLANK.repeat(value.length)));
  for (const value of [
    "userPasswordHash",
    "getTokenFromUrl",
    "isUtf8Str",
    "XMLHttpRequest",
    "logInWithGoogle",
    "newIOBufferPool",
    "dbPwFromEnv",
  ])
    for (const line of [`password = ${value}`, `password: ${value}`, `password=${value}`]) expect(redact(line).text).toBe(line);
});

test("keys with signs in them, and copies of secret files", () => {
  const key = "1^z%4v=(4yox^5i6u*%_(q=cg29#*(@z83c-5c)lx80@egver9";
  expect(redact(`SECRET_KEY = 'django-insecure-${key}'`).text).not.toContain("egver");
  expect(redact('passwordPattern = "^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)(?=.*[@$!%*?&])[A-Za-z\\d@$!%*?&]{8,}$"').count).toBe(0);
  for (const name of ["server.key.bak", "id_rsa.1", "prod.env~", "config/secrets.yml.old", ".netrc.orig"])
    expect(isSecretName(name)).toBe(true);
  for (const name of ["main.ts.bak", "readme.md~", "key.ts.old", "server.pub.key.bak"]) expect(isSecretName(name)).toBe(false);
});

test("placeholders, references, types, labels, hashes and ids are no secrets", () => {
  for (const line of [
    'password: "changeme"',
    'password = "<your-password>"',
    "password: ${DB_PASSWORD}",
    "password = os.environ['DB_PASSWORD']",
    "const token = process.env.API_TOKEN;",
    "password = getPassword()",
    "password: string;",
    "password?: string | undefined,",
    '"password": "Passwort",',
    '"forgot_password": "Mot de passe oublié ?",',
    '<label for="password">password</label>',
    '<input type="password" name="password2" />',
    "input[type=password] { color: #a1b2c3; }",
    '"integrity": "sha512-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789==",',
    'const sha = "da39a3ee5e6b4b0d3255bfef95601890afd80709";',
    'id: "0c7a3f52-9f0e-4a1b-8a51-1f2b3c4d5e6f"',
    "checksum = e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "password = config.get('db.password')",
    "self.password = password1",
    "when, cookie_key = self._expire_heap[0]",
    "vault=self.vault, secret=id_secret[1])",
    "Opens the named pipe identified by `addr`.",
    "http://example.org/get?key=value+1",
    'auth=("user", "password")',
    "exec redis-cli -p $::fail_port ping",
    "redis-cli -h 127.0.0.1 -p [srv 0 port]",
    "URL in the form (http|https|ftp)://[user[:pass]]@host.domain[:port]/path",
    'MovedAttribute("HTTPPasswordMgr", "urllib2", "urllib.request"),',
    "esxi1_password: @ESXI1_PASSWORD",
    "value: {{ .Values.password }}",
    "    token: ${{ secrets.GITHUB_TOKEN }}",
    "PasswordHasher hasher = new PasswordHasher(Algorithm.SHA256);",
    "token = tokens[i + 1]",
    "tokenType = TokenType.Identifier2",
    'password_field = "user_password_1"',
    "max_password_length = 128",
    "private_key = rsa.generate_private_key(65537, 2048)",
    "mysql -u root -p",
    "curl -u user:$PASSWORD https://example.org",
    "CREATE USER app IDENTIFIED BY :password;",
    "docker run -p 8080:80 -e PASSWORD=$PASSWORD app",
    "func Test_WriteHandler_V1HandlingDoesNotAddV2Headers(t *testing.T) {",
    '<script id="asciicast-tprMH2EdkUoMb7D2YxgMGgpzx" async></script>',
    "cdn/foo-d978852bea6530fcd197b5445ed008fd.css",
    '"node_id": "C_kwDOAE3WVdoAKGNmZjUzMzZlYzcxYjZmZWUzOTZhOTViYjBlNGJlYTM2NWUwY2QxZTg",',
    'public string Password { get; set; } = "";',
    "| Password | Secret | the user's password |",
  ])
    expect(redact(line)).toEqual({ text: line, count: 0 });
});

test("a short password that somebody thought of is a secret where it is assigned", () => {
  for (const [before, secret, after] of [
    ['password = "', "hunter2", '"'],
    ["password: ", "s3cr3t!", ""],
    ['  "dbPassword": "', "Winter2024!", '",'],
    ["  password: ", "B0bP4ssw0rd", ""],
    ["export DB_PASS=", "dragon77", ""],
  ] as const)
    expect(redact(before + secret + after).text).toBe(before + BLANK.repeat(secret.length) + after);
});
