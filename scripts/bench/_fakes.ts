// biome-ignore-all lint/suspicious/noTemplateCurlyInString: forms of text, not templates
/**
 * Fake secrets in published forms and in the ways they are written down, made at run time from a seed: no file of this repository holds one.
 *
 * Written from the issuers' documents and the formats of programs, not from the rules that it measures.
 */

/** Where a secret stands in `text`; a fake has one or several. */
export type Span = readonly [start: number, end: number];

export interface Fake {
  family: "issued" | "assigned";
  /** What it is: "GitHub, classic", "JDBC". */
  kind: string;
  path: string;
  text: string;
  secrets: Span[];
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export class Dice {
  constructor(private state: number) {}
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }
  of<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!;
  }
  text(alphabet: string, length: number): string {
    let out = "";
    for (let i = 0; i < length; i++) out += alphabet[Math.floor(this.next() * alphabet.length)]!;
    return out;
  }
}

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
/** Alphabets by the letter that names them in a form. */
const ALPHABETS: Readonly<Record<string, string>> = {
  A: UPPER + LOWER + DIGITS,
  a: LOWER + DIGITS,
  h: `${DIGITS}abcdef`,
  H: `${DIGITS}ABCDEF`,
  U: UPPER + DIGITS,
  B: `${UPPER}234567`,
  L: UPPER + LOWER,
  w: `${UPPER + LOWER + DIGITS}_-`,
  b: `${UPPER + LOWER + DIGITS}+/`,
  d: DIGITS,
};

/** Fills a form: `gl[pat-]{w20}`; a part in brackets is only there so that this file holds no prefix followed by a key. */
function filled(form: string, dice: Dice): string {
  return form.replace(/\{(\w)(\d+)(?:-(\d+))?\}/g, (_, alphabet: string, from: string, to?: string) =>
    dice.text(ALPHABETS[alphabet]!, dice.between(Number(from), Number(to ?? from))),
  );
}

/** Issuers' forms as they document them; `‹` `›` enclose what must not be seen. */
const ISSUED: Readonly<Record<string, readonly string[]>> = {
  "AWS access key": ["‹AKIA{B16}›", "‹ASIA{B16}›", "‹ABIA{B16}›"],
  "AWS Bedrock": ["‹ABSKQmVkcm9ja0FQSUtleS{b110}=›"],
  "GitHub, classic": ["‹ghp_{A36}›", "‹gho_{A36}›", "‹ghu_{A36}›", "‹ghs_{A36}›", "‹ghr_{A36}›"],
  "GitHub, fine-grained": ["‹github_pat_{A22}_{A59}›"],
  GitLab: [
    "‹glpat-{w20}›",
    "‹gldt-{w20}›",
    "‹glrt-{w20}›",
    "‹glptt-{h40}›",
    "‹glcbt-{a2}_{w20}›",
    "‹glft-{w20}›",
    "‹glimt-{w25}›",
    "‹glagent-{w50}›",
    "‹gloas-{h64}›",
    "‹glsoat-{w20}›",
    "‹GR1348941{w20}›",
  ],
  "GitLab, routable": ["‹glpat-{w27}.{a2}.{a9}›", "‹glrt-t1_{w27}.{a2}.{a9}›"],
  NVIDIA: ["‹nvapi-{w64}›"],
  Mapbox: ["‹sk.eyJ1{w60}.{w22}›"],
  Lob: ["‹live_{h35}›", "‹test_{h35}›"],
  Sonar: ["‹sqp_{h40}›", "‹squ_{h40}›"],
  Snyk: ["‹snyk_uat.{h8}.{w40}.{w20}›"],
  "MongoDB Atlas": ["‹mdb_sa_sk_{w40}›"],
  HubSpot: ["‹pat-na1-{h8}-{h4}-{h4}-{h4}-{h12}›", "‹pat-eu1-{h8}-{h4}-{h4}-{h4}-{h12}›"],
  "Vercel Blob": ["‹vercel_blob_rw_{A16}_{A30}›"],
  Zuplo: ["‹zpka_{h32}_{h8}›"],
  "Azure, since 2023": [
    "‹{A52}JQQJ99{A26}›",
    "‹{b76}+ASt{b5}A==›",
    "‹{b76}APIM{b5}Q==›",
    "‹{b33}+ASbC{b5}=›",
    "‹{w44}AzFu{w5}w==›",
    "‹{A42}AzSeB{A5}›",
    "‹{b42}+ACRD{b5}›",
  ],
  "Mailgun, since 2019": ["‹{h32}-{h8}-{h8}›"],
  RapidAPI: ["‹{h10}msh{h15}p1{h6}jsn{h12}›"],
  Trello: ["‹ATTA{h72}›"],
  "Firebase messaging": ["AAAA{w7}‹:APA91b{w134}›"],
  "Facebook page": ["‹EAAG{A120}›"],
  Clojars: ["‹CLOJARS_{a60}›"],
  "An issuer that nobody listed": ["‹qzx_{A32}›", "‹acmecorp_live_{A40}›", "‹wobble-pat-{A28}›", "‹frob_{h40}›", "‹glub_sk_{a48}›"],
  "Slack token": ["‹xoxb-{d12}-{d12}-{A24}›", "‹xoxp-{d12}-{d12}-{d12}-{h32}›", "‹xapp-1-A{U10}-{d13}-{h64}›", "‹xoxe.xoxb-1-{A163}›"],
  "Slack webhook": [
    "https://hooks.slack.com/services/‹T{U9}/B{U10}/{A24}›",
    "https://hooks.slack.com/workflows/‹T{U9}/A{U10}/{d18}/{A24}›",
  ],
  "Discord webhook": ["https://discord.com/api/webhooks/{d18}/‹{w68}›", "https://discordapp.com/api/webhooks/{d19}/‹{w68}›"],
  "Discord bot": ["‹MT{A22}.{w6}.{w38}›", "‹ODk{A21}.{w6}.{w27}›"],
  "Teams webhook": [
    "https://contoso.webhook.office.com/webhookb2/‹{h8}-{h4}-{h4}-{h4}-{h12}@{h8}-{h4}-{h4}-{h4}-{h12}/IncomingWebhook/{h32}/{h8}-{h4}-{h4}-{h4}-{h12}›",
  ],
  Stripe: ["‹sk_live_{A24}›", "‹sk_test_{A99}›", "‹rk_live_{A24}›", "‹rk_test_{A40}›", "‹whsec_{A32}›"],
  "Google API": ["‹AIza{w35}›", "‹ya29.{w120}›", "‹GOCSPX-{w28}›", "‹1//0{w2}{w60}›"],
  OpenAI: ["‹sk-proj-{w74}T3BlbkFJ{w74}›", "‹sk-{A20}T3BlbkFJ{A20}›", "‹sk-svcacct-{w74}T3BlbkFJ{w74}›", "‹sk-admin-{w58}T3BlbkFJ{w58}›"],
  Anthropic: ["‹sk-ant-api03-{w93}AA›", "‹sk-ant-admin01-{w93}AA›", "‹sk-ant-oat01-{w93}AA›"],
  OpenRouter: ["‹sk-or-v1-{h64}›"],
  "Hugging Face": ["‹hf_{L34}›", "‹api_org_{L34}›"],
  Groq: ["‹gsk_{A52}›"],
  Replicate: ["‹r8_{A37}›"],
  Perplexity: ["‹pplx-{A48}›"],
  xAI: ["‹xai-{A80}›"],
  Cerebras: ["‹csk-{a48}›"],
  LangSmith: ["‹lsv2_pt_{h32}_{h10}›", "‹lsv2_sk_{h32}_{h10}›"],
  Tavily: ["‹tvly-{A32}›", "‹tvly-dev-{A32}›"],
  Pinecone: ["‹pcsk_{A5}_{A63}›"],
  npm: ["‹npm_{A36}›"],
  PyPI: ["‹pypi-AgEIcHlwaS5vcmc{w70-150}›"],
  RubyGems: ["‹rubygems_{h48}›"],
  "crates.io": ["‹cio{A32}›"],
  NuGet: ["‹oy2{a43}›"],
  "Docker Hub": ["‹dckr_pat_{w27}›", "‹dckr_oat_{w32}›"],
  SendGrid: ["‹SG.{w22}.{w43}›"],
  Mailgun: ["‹key-{h32}›"],
  Mailchimp: ["‹{h32}-us{d2}›"],
  Brevo: ["‹xkeysib-{h64}-{A16}›"],
  Resend: ["‹re_{A8}_{A24}›"],
  Twilio: ["‹SK{h32}›"],
  Shopify: ["‹shpat_{h32}›", "‹shpca_{h32}›", "‹shppa_{h32}›", "‹shpss_{h32}›"],
  Square: ["‹sq0csp-{w43}›", "‹sq0atp-{w22}›", "‹EAAA{w60}›"],
  PayPal: ["‹access_token$production${a16}${h32}›"],
  Plaid: ["‹access-production-{h8}-{h4}-{h4}-{h4}-{h12}›", "‹access-sandbox-{h8}-{h4}-{h4}-{h4}-{h12}›"],
  Flutterwave: ["‹FLWSECK-{h32}-X›", "‹FLWSECK_TEST-{h32}-X›"],
  DigitalOcean: ["‹dop_v1_{h64}›", "‹doo_v1_{h64}›", "‹dor_v1_{h64}›"],
  Heroku: ["‹HRKU-AA{w58}›"],
  "Fly.io": ["FlyV1 ‹fm2_{b120}==›", "‹fm2_{b160}›", "‹fo1_{w43}›"],
  Netlify: ["‹nfp_{A36}›"],
  Vercel: ["‹vcp_{A56}›", "‹vca_{A56}›"],
  Render: ["‹rnd_{A32}›"],
  Supabase: ["‹sbp_{h40}›", "‹sb_secret_{w31}›"],
  PlanetScale: ["‹pscale_tkn_{w43}›", "‹pscale_pw_{w43}›", "‹pscale_oauth_{w43}›"],
  Neon: ["‹napi_{a64}›"],
  Cloudflare: ["‹v1.0-{h24}-{h146}›", "‹cfut_{A40}›"],
  Databricks: ["‹dapi{h32}›", "‹dapi{h32}-2›"],
  Snowflake: ["ver:1-hint:{d12}-‹ETMsDgAAAY{b120}›"],
  Confluent: ["‹cflt{b60}›"],
  Atlassian: ["‹ATATT3xFfGF0{w180}={H8}›", "‹ATCTT3xFfGN0{w180}={H8}›", "‹ATBB{A32}›"],
  Bitbucket: ["‹ATBB{A24}{H8}›"],
  Linear: ["‹lin_api_{A40}›", "‹lin_oauth_{h64}›"],
  Notion: ["‹ntn_{d11}{A35}›", "‹secret_{A43}›"],
  Airtable: ["‹pat{A14}.{h64}›"],
  Asana: ["‹2/{d16}/{d16}:{h32}›"],
  ClickUp: ["‹pk_{d8}_{U32}›"],
  Figma: ["‹figd_{w40}›"],
  Postman: ["‹PMAK-{h24}-{h34}›"],
  Pulumi: ["‹pul-{h40}›"],
  "Terraform Cloud": ["‹{A14}.atlasv1.{w67}›"],
  Vault: ["‹hvs.{w95}›", "‹hvb.{w140}›", "‹hvs.CAESI{w90}›", "‹s.{A24}›"],
  Doppler: ["‹dp.pt.{A43}›", "‹dp.st.{A43}›", "‹dp.ct.{A43}›", "‹dp.st.dev.{A43}›"],
  "1Password": ["‹ops_eyJ{b250}›", "‹A3-{U6}-{U6}-{U5}-{U5}-{U5}-{U5}›"],
  Infisical: ["‹st.{h8}-{h4}-{h4}-{h4}-{h12}.{h32}.{h32}›"],
  age: ["‹AGE-SECRET-KEY-1{U58}›"],
  Grafana: ["‹glsa_{A32}_{h8}›", "‹glc_eyJ{b120}=›"],
  "New Relic": ["‹NRAK-{U27}›", "‹NRII-{w32}›", "‹NRJS-{h19}›"],
  Sentry: ["‹sntrys_eyJpYXQiO{b120}_{b43}›", "‹sntryu_{h64}›"],
  Datadog: ["DD_API_KEY=‹{h32}›", "DATADOG_APP_KEY=‹{h40}›"],
  PostHog: ["‹phx_{A43}›"],
  Honeycomb: ["‹hcaik_{a58}›"],
  Dynatrace: ["‹dt0c01.{U24}.{U64}›"],
  Sumo: ["https://collectors.sumologic.com/receiver/v1/http/‹{w86}==›"],
  Okta: ["SSWS ‹00{w40}›"],
  Telegram: ["{d10}:‹AA{w33}›"],
  Facebook: ["‹EAACEdEose0cBA{A120}›", "‹EAAM{A150}›"],
  Twitter: ["‹AAAAAAAAAAAAAAAAAAAAA{A30}%2F{A20}%3D{A40}›"],
  Instagram: ["‹IGQVJ{w120}›"],
  LaunchDarkly: ["‹sdk-{h8}-{h4}-{h4}-{h4}-{h12}›", "‹api-{h8}-{h4}-{h4}-{h4}-{h12}›"],
  Buildkite: ["‹bkua_{h40}›", "‹bkat_{h40}›"],
  CircleCI: ["‹CCIPAT_{A22}_{h40}›"],
  Sourcegraph: ["‹sgp_{h16}_{h40}›", "‹sgp_{h40}›"],
  Tailscale: ["‹tskey-auth-{A12}CNTRL-{A32}›", "‹tskey-api-{A12}CNTRL-{A32}›"],
  Artifactory: ["‹AKCp{A69}›", "‹cmVmdGtu{A56}›"],
  "Azure storage": [
    "DefaultEndpointsProtocol=https;AccountName=store;AccountKey=‹{b86}==›;EndpointSuffix=core.windows.net",
    "Endpoint=sb://ns.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=‹{b43}=›",
    "HostName=hub.azure-devices.net;DeviceId=one;SharedAccessKey=‹{b43}=›",
    "AccountEndpoint=https://db.documents.azure.com:443/;AccountKey=‹{b86}==›;",
  ],
  "Azure AD": ["‹{A3}8Q~{w34}›"],
  "Azure DevOps": ["‹{A76}AZDO{A4}›"],
  "Azure SAS": [
    "https://store.blob.core.windows.net/c/f?sv=2022-11-02&ss=b&srt=o&sp=r&se=2026-01-01T00:00:00Z&sig=‹{A41}%2B{A2}%3D›",
    "https://store.blob.core.windows.net/c?sp=racwd&st=2024-01-01T00:00:00Z&spr=https&sv=2022-11-02&sr=c&sig=‹{A20}%2F{A21}%3D›",
  ],
  "AWS presigned": [
    "https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20260101T000000Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=‹{h64}›",
  ],
  "GCS signed": ["https://storage.googleapis.com/b/o?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Expires=900&X-Goog-Signature=‹{h512}›"],
  JWT: ["‹eyJ{w30-60}.eyJ{w60-200}.{w43}›", "‹eyJ{w30-60}.eyJ{w60-200}.{w342}›"],
  "Zapier webhook": ["https://hooks.zapier.com/hooks/catch/{d7}/‹{a7}›"],
  Contentful: ["‹CFPAT-{w43}›"],
  Prefect: ["‹pnu_{a36}›"],
  ReadMe: ["‹rdme_{a70}›"],
  Frame: ["‹fio-u-{w64}›"],
  Duffel: ["‹duffel_live_{w43}›"],
  EasyPost: ["‹EZAK{A54}›"],
  Typeform: ["‹tfp_{w59}›"],
  Checkly: ["‹cu_{h32}›"],
  Adafruit: ["‹aio_{A28}›"],
  Aiven: ["‹AVNS_{w19}›"],
  Alibaba: ["‹LTAI{A20}›"],
  Tencent: ["‹AKID{A32}›"],
  Yandex: ["‹AQVN{w36}›", "‹t1.{A86}.{w86}›"],
  Shippo: ["‹shippo_live_{h40}›"],
  Scalingo: ["‹tk-us-{w48}›"],
  Rails: ["‹BAh7{b120}--{h40}›"],
  Intra42: ["‹s-s4t2ud-{h64}›"],
  Ubidots: ["‹BBFF-{A30}›"],
  Defined: ["‹dnkey-{w26}-{w52}›"],
};

/** Where a token stands; `@` is it. */
const AROUND: readonly (readonly [path: string, text: string])[] = [
  ["src/client.ts", 'const client = new Client({ url, auth: "@" });'],
  ["src/client.js", "headers: { 'X-Api-Key': '@' },"],
  ["src/client.js", "const token = `@`;"],
  ["src/client.py", 'client = connect("@", timeout=3)'],
  ["src/client.py", "TOKEN = '@'  # rotate"],
  ["src/client.rb", "  config.value = '@'"],
  ["src/client.go", 'var raw = []string{"@", "next"}'],
  ["src/Client.java", '    private static final String VALUE = "@";'],
  ["src/Client.cs", '    var client = new Client("@");'],
  ["src/client.rs", 'let client = Client::new("@".to_string());'],
  ["src/client.php", "$client->login('@');"],
  ["src/client.sh", "export THING=@"],
  ["src/client.sh", 'curl -s -H "X-Thing: @" https://api.example.com/v1/me'],
  ["src/client.sh", "run --with=@ --now"],
  ["src/client.kt", 'val it = "@"'],
  ["src/client.swift", 'let it = "@"'],
  ["src/client.ex", 'config :app, it: "@"'],
  ["deploy.yaml", "  thing: @"],
  ["deploy.yaml", '  - "@"'],
  ["deploy.yml", "        value: '@'"],
  ["config.json", '{"a": {"b": "@", "c": 1}}'],
  ["config.json", '  "thing": "@",'],
  ["config.toml", 'thing = "@"'],
  ["config.ini", "thing = @"],
  ["app.properties", "thing=@"],
  ["config.xml", '  <add name="thing" value="@" />'],
  ["config.xml", "  <thing>@</thing>"],
  ["README.md", "Use `@` to begin."],
  ["README.md", "The old one was @, which is gone."],
  ["notes.txt", "thing: @\r"],
  ["main.tf", '  thing = "@"'],
  ["Dockerfile", "ENV THING @"],
  ["Dockerfile", "ENV THING=@"],
  ["src/a.c", '#define THING "@"'],
  ["src/a.sql", "INSERT INTO things VALUES (1, '@');"],
  ["src/a.ts", "// was @ until May"],
  ["src/a.ts", 'const text = "{\\"thing\\":\\"@\\"}";'],
  ["index.html", "<script>start('@')</script>"],
  ["log.txt", "2026-01-01 12:00:00 INFO sent thing=@ in 3 ms"],
  ["log.csv", "1,thing,@,true"],
];

// ------------------------------------------------------------------------------------------------------------------ assigned

const WORDS =
  "winter summer dragon monkey football sunshine purple coffee hunter orange silver thunder rocket falcon castle garden pepper cookie banana tiger matrix shadow phoenix galaxy river storm".split(
    " ",
  );

const syllables = (dice: Dice): string =>
  Array.from({ length: 2 }, () => dice.text("bcdfghkmnprstvxz", 1) + dice.text("aeiouy", 1) + dice.text("bdfgkmnprstvxz", 1)).join("");
const phrase = (dice: Dice): string => {
  const at = dice.between(0, WORDS.length - 1);
  return [0, 5, 11].map((step) => WORDS[(at + step) % WORDS.length]!).join("-");
};

/** Passwords that a person thought of: letters with digits or signs. */
function thought(dice: Dice, signs: string): string {
  const word = dice.of(WORDS);
  const title = word[0]!.toUpperCase() + word.slice(1);
  const year = String(dice.between(1985, 2026));
  const sign = signs === "" ? "" : dice.of([...signs]);
  return dice.of([
    `${word}${dice.between(1, 999)}${signs === "" ? dice.between(1, 9) : sign}`,
    `${title}${year}${sign}`,
    `${title}${sign}${dice.between(10, 9999)}`,
    `${word.replace(/[aeo]/g, (c) => ({ a: "4", e: "3", o: "0" })[c]!).replace(/^([a-z])/, (c) => c.toUpperCase())}${sign}${dice.between(1, 99)}`,
    `${title}${dice.of(WORDS)}${dice.between(10, 99)}${sign}`,
    `${dice.text(LOWER, 3)}${dice.text(DIGITS, 2)}${dice.text(LOWER, 3)}${dice.text(DIGITS, 2)}${sign}`,
    // What a keychain suggests, and words without sense between them.
    `${syllables(dice)}-${dice.between(1, 9)}${syllables(dice).slice(0, 1).toUpperCase()}${syllables(dice).slice(0, 4)}-${syllables(dice)}`,
    `${phrase(dice)}${sign === "" ? "" : dice.between(10, 99)}`,
  ]);
}

/** Passwords of generators. */
const generated = (dice: Dice, signs: string): string => {
  const length = dice.between(10, 28);
  const drawn = dice.text(ALPHABETS.A! + signs, length - 3);
  return dice.text(UPPER, 1) + drawn + dice.text(DIGITS, 1) + dice.text(LOWER, 1);
};

/** Keys and tokens without a prefix. */
function token(dice: Dice): string {
  return dice.of([
    () => dice.text(ALPHABETS.h!, dice.of([20, 24, 32, 40, 48, 64])),
    () => dice.text(ALPHABETS.a!, dice.of([20, 24, 25, 32, 40])),
    () => dice.text(ALPHABETS.A!, dice.of([20, 22, 32, 40, 43, 64])),
    () => dice.text(ALPHABETS.w!, dice.of([32, 43, 64])),
    () => `${dice.text(ALPHABETS.b!, 43)}=`,
  ])();
}

const SIGNS = "!@#$%^&*-_+?";
/** Signs that mean nothing to shells, URLs, INI files, YAML. */
const PLAIN_SIGNS = "-_.+~";

const PREFIXES =
  "db database mysql postgres pg redis mongo admin root smtp mail ldap rabbitmq ftp sftp app user jenkins keystore wifi".split(" ");
const OWNERS = "stripe github payment internal acme billing partner crm weather maps search upstream service gateway vendor".split(" ");
const PASS = ["password", "passwd", "pwd", "passphrase", "pass"];
const KEYS = [
  "api_key",
  "apikey",
  "token",
  "secret",
  "access_token",
  "auth_token",
  "secret_key",
  "client_secret",
  "api_secret",
  "access_key",
  "private_token",
  "signing_key",
  "encryption_key",
  "refresh_token",
];

type Casing = "snake" | "upper" | "camel" | "kebab" | "dotted" | "pascal";
function cased(words: string[], casing: Casing): string {
  const parts = words.flatMap((word) => word.split("_"));
  const title = (word: string) => word[0]!.toUpperCase() + word.slice(1);
  switch (casing) {
    case "snake":
      return parts.join("_");
    case "upper":
      return parts.join("_").toUpperCase();
    case "kebab":
      return parts.join("-");
    case "dotted":
      return parts.join(".");
    case "camel":
      return parts[0]! + parts.slice(1).map(title).join("");
    case "pascal":
      return parts.map(title).join("");
  }
}

/**
 * Forms by kind. Names: `$n` snake, `$N` upper, `$c` camel, `$C` Pascal, `$k` kebab, `$d` dotted, of a password or a key as the value is. Values:
 * `@q` a password inside quotes, `@p` one without signs that the place could not hold, `@t` a key or token, `@u` one for an address, `@b` a name and password in base64, `@e` a
 * password in base64; or a form in braces.
 */
const ASSIGNED: Readonly<Record<string, readonly (readonly [path: string, text: string])[]>> = {
  "YAML password": [
    ["config.yml", "  $n: ‹@p›"],
    ["config.yaml", '  $n: "‹@q›"'],
    ["values.yaml", "    $c: '‹@q›'"],
    ["application.yml", "spring:\n  datasource:\n    username: app\n    password: ‹@p›\n"],
    ["mkdocs.yml", "- { user: one, $n: ‹@p› }"],
  ],
  "YAML key": [
    ["config.yml", "  $n: ‹@t›"],
    ["config.yaml", '  $k: "‹@t›"'],
    ["values.yaml", "    $c: '‹@t›'  # rotate"],
  ],
  "INI and properties": [
    ["config.ini", "[db]\nuser = app\n$n = ‹@p›\n"],
    ["application.properties", "$d=‹@p›"],
    ["app.properties", "$d = ‹@t›"],
    ["setup.cfg", "$n = ‹@t›"],
    ["my.conf", '$n "‹@q›"'],
    ["redis.conf", "requirepass ‹@p›"],
    ["redis.conf", "masterauth ‹@p›"],
    ["php.ini", "mysqli.default_pw = ‹@p›"],
  ],
  "Beside its name": [
    ["src/Options.cs", 'public string $C { get; set; } = "‹@q›";'],
    ["src/Options.cs", 'public string $C { get; init; } = "‹@t›";'],
    ["lib/Db.pm", 'my $h = DBI->connect("DBI:mysql:app", "app", "‹@q›");'],
    ["src/A.java", 'if ("‹@q›".equals(password)) {'],
    ["src/a.ts", 'if ("‹@t›" === user.token) {'],
    ["docs/setup.md", "| Password | `‹@q›` |"],
    ["docs/setup.md", "| API key | ‹@t› |"],
    ["router.cfg", "snmp-server community ‹@p› RO"],
    ["soap.xml", '<wsse:Password Type="PasswordText">‹@p›</wsse:Password>'],
    ["har.json", '{"session": "‹{a24}›"}'],
  ],
  TOML: [
    ["config.toml", '$n = "‹@q›"'],
    ["config.toml", "$n = '‹@t›'"],
    ["Config.toml", '[database]\nurl = "postgres://app:‹@p›@db.internal:5432/app"\n'],
  ],
  JSON: [
    ["config.json", '  "$n": "‹@q›",'],
    ["appsettings.json", '    "$C": "‹@q›"'],
    ["config.json", '{"user":"app","$c":"‹@t›","port":1}'],
    ["config.json", '  "$k": "‹@t›"'],
  ],
  XML: [
    ["web.config", '    <add key="$C" value="‹@q›" />'],
    ["app.config", '  <add key="$C" value="‹@t›"/>'],
    ["settings.xml", "      <password>‹@p›</password>"],
    ["config.xml", "  <$c>‹@t›</$c>"],
    ["context.xml", '<Resource name="jdbc/x" username="app" password="‹@q›" />'],
    ["beans.xml", '<property name="password" value="‹@q›"/>'],
    ["standalone.xml", "<security><user-name>sa</user-name><password>‹@p›</password></security>"],
    ["nuget.config", '<add key="ClearTextPassword" value="‹@q›" />'],
  ],
  JavaScript: [
    ["src/a.js", 'const $c = "‹@q›";'],
    ["src/a.ts", "const $c: string = '‹@q›';"],
    ["src/a.ts", "export const $N = `‹@t›`;"],
    ["src/a.js", "  $c: '‹@q›',"],
    ["src/a.js", 'process.env.$N = "‹@t›";'],
    ["src/a.js", 'const $c = process.env.$N || "‹@t›";'],
    ["src/a.js", 'connect({ host, user: "app", password: "‹@q›" });'],
    ["src/a.js", 'request.setHeader("X-Auth-Token", "‹@t›");'],
    ["src/a.tsx", '<Client $c="‹@t›" />'],
    ["src/a.js", 'config["$n"] = "‹@q›";'],
  ],
  Python: [
    ["a.py", '$n = "‹@q›"'],
    ["a.py", "$N = '‹@t›'"],
    ["a.py", '$n: str = "‹@t›"'],
    ["a.py", 'connect(host="db", user="app", password="‹@q›")'],
    ["a.py", '$N = os.environ.get("$N", "‹@t›")'],
    ["a.py", "    '$N': '‹@q›',"],
    ["a.py", 'def connect(host, $n="‹@q›"):'],
    ["settings.py", "SECRET_KEY = 'django-insecure-‹{a50}›'"],
    ["settings.py", 'SECRET_KEY = "‹{a20}$%{a4}&^{a6}*({a12}›"'],
    ["a.py", 'auth=("app", "‹@q›")'],
    ["a.py", 'HTTPBasicAuth("app", "‹@q›")'],
  ],
  Ruby: [
    ["a.rb", "$n = '‹@q›'"],
    ["a.rb", '  :$n => "‹@q›",'],
    ["a.rb", "  $n: '‹@t›',"],
    ["secrets_example.yml", "  secret_key_base: ‹{h128}›"],
    ["a.rb", "ENV['$N'] ||= '‹@t›'"],
    ["devise.rb", "  config.secret_key = '‹{h128}›'"],
  ],
  PHP: [
    ["a.php", "define('DB_PASSWORD', '‹@q›');"],
    ["wp-config.php", "define( 'AUTH_KEY',         '‹{A30}#{A30}!›' );"],
    ["a.php", '$db_password = "‹@q›";'],
    ["a.php", "    '$n' => '‹@q›',"],
    ["a.php", "'$n' => env('$N', '‹@t›'),"],
    ["a.php", 'new PDO("mysql:host=db", "app", "‹@q›");'],
    ["a.php", 'mysqli_connect("db", "app", "‹@q›", "shop");'],
    ["config.php", "'key' => 'base64:‹{b43}=›',"],
    ["a.php", 'const $N = "‹@t›";'],
  ],
  Go: [
    ["a.go", '\t$c := "‹@q›"'],
    ["a.go", 'const $c = "‹@t›"'],
    ["a.go", '\t$C: "‹@q›",'],
    ["a.go", 'var $C string = "‹@t›"'],
    ["a.go", 'os.Setenv("$N", "‹@t›")'],
    ["a.go", 'req.SetBasicAuth("app", "‹@q›")'],
  ],
  "Java and Kotlin": [
    ["A.java", '    private static final String $N = "‹@q›";'],
    ["A.java", '    config.setPassword("‹@q›");'],
    ["A.java", '    String $c = "‹@t›";'],
    ["A.java", 'DriverManager.getConnection(url, "app", "‹@q›");'],
    ["A.java", '@Value("${$d:‹@t›}")'],
    ["A.kt", 'val $c = "‹@q›"'],
    ["build.gradle", "    storePassword '‹@q›'"],
    ["build.gradle", '    keyPassword "‹@q›"'],
    ["gradle.properties", "signing.password=‹@p›"],
    ["A.java", '.withPassword("‹@q›")'],
  ],
  "C# and Visual Basic": [
    ["A.cs", 'private const string $C = "‹@q›";'],
    ["A.cs", 'var $c = "‹@t›";'],
    ["A.cs", '    $C = "‹@q›",'],
    ["A.cs", 'new NetworkCredential("app", "‹@q›")'],
    ["A.vb", 'Dim $c As String = "‹@q›"'],
  ],
  "Rust, C, Swift and others": [
    ["a.rs", 'let $n = "‹@q›";'],
    ["a.rs", 'const $N: &str = "‹@t›";'],
    ["a.rs", '    $n: "‹@t›".into(),'],
    ["a.c", '#define $N "‹@q›"'],
    ["a.c", 'static const char *$n = "‹@q›";'],
    ["a.c", 'char $n[] = "‹@q›";'],
    ["a.swift", 'let $c = "‹@q›"'],
    ["a.swift", 'let $c: String = "‹@t›"'],
    ["a.lua", 'local $n = "‹@q›"'],
    ["a.pl", "my $$n = '‹@q›';"],
    ["a.ex", '  $n: "‹@t›",'],
    ["a.r", '$n <- "‹@q›"'],
    ["a.scala", 'val $c: String = "‹@q›"'],
    ["a.dart", "final String $c = '‹@t›';"],
    ["a.ps1", '$$C = "‹@q›"'],
    ["a.ps1", 'ConvertTo-SecureString "‹@q›" -AsPlainText -Force'],
    ["a.ino", 'const char* password = "‹@q›";'],
    ["a.sol", 'string $c = "‹@t›";'],
  ],
  environment: [
    ["run.sh", "export $N=‹@p›"],
    ["run.sh", 'export $N="‹@q›"'],
    ["run.sh", "$N='‹@t›' ./start"],
    ["run.sh", "$N=‹@p›"],
    ["run.fish", "set -gx $N ‹@t›"],
    ["run.csh", "setenv $N ‹@t›"],
    ["run.bat", "set $N=‹@p›"],
    ["run.ps1", '$env:$N = "‹@t›"'],
    ["app.service", "Environment=$N=‹@p›"],
    ["app.service", 'Environment="$N=‹@t›"'],
    ["Procfile", "web: $N=‹@t› node index.js"],
    ["README.md", "    $N=‹@t›"],
    ["Makefile", "$N := ‹@t›"],
    ["Makefile", "$N ?= ‹@p›"],
  ],
  containers: [
    ["Dockerfile", "ENV $N=‹@p›"],
    ["Dockerfile", "ENV $N ‹@t›"],
    ["Dockerfile", "ARG $N=‹@t›"],
    ["docker-compose.yml", "    environment:\n      - $N=‹@p›\n"],
    ["docker-compose.yml", "    environment:\n      $N: ‹@p›\n"],
    ["run.sh", "docker run -d -e $N=‹@p› postgres:16"],
    ["run.sh", 'docker run --env "$N=‹@t›" app'],
    ["run.sh", "docker login -u app -p ‹@p› registry.example.com"],
    ["config.json", '{"auths":{"registry.example.com":{"auth":"‹@b›"}}}'],
  ],
  Kubernetes: [
    ["deploy.yaml", "        env:\n        - name: $N\n          value: ‹@p›\n"],
    ["deploy.yaml", '        - name: $N\n          value: "‹@q›"\n'],
    ["deploy.yaml", "          - {name: $N, value: '‹@t›'}"],
    ["pod.json", '{"name": "$N", "value": "‹@q›"}'],
    [
      "secret.yaml.md",
      "apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\ntype: Opaque\ndata:\n  password: ‹{b23}=›\n  username: ‹YWRtaW4{b1}=›\n",
    ],
    ["manifests/db.yaml", "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\nstringData:\n  $n: ‹@p›\n"],
    ["manifests/tls.yaml", "kind: Secret\ndata:\n  tls.key: ‹{b400}›\n"],
    ["run.sh", "kubectl create secret generic db --from-literal=password=‹@p›"],
    ["run.sh", "helm install x chart --set auth.password=‹@p›"],
  ],
  "Terraform and Ansible": [
    ["prod.tfvars", '$n = "‹@q›"'],
    ["prod.tfvars", '$n       = "‹@t›"'],
    ["main.tf", '  master_password = "‹@q›"'],
    ["variables.tf", 'variable "$n" {\n  type    = string\n  default = "‹@q›"\n}\n'],
    ["group_vars/all.yml", "ansible_password: ‹@p›"],
    ["group_vars/all.yml", "ansible_become_pass: '‹@q›'"],
    ["hosts.ini", "web1 ansible_host=10.0.0.1 ansible_user=root ansible_ssh_pass=‹@p›"],
    ["playbook.yml", "      mysql_user: name=app password=‹@p› state=present"],
    ["playbook.yml", '    $n: "‹@q›"\n    state: present\n'],
    ["Vagrantfile", '  config.ssh.password = "‹@q›"'],
  ],
  workflows: [
    [".github/workflows/ci.yml", "    env:\n      $N: ‹@p›\n"],
    [".github/workflows/ci.yml", "        with:\n          token: ‹@t›\n"],
    [".gitlab-ci.yml", "variables:\n  $N: '‹@q›'\n"],
    [".travis.yml", "    - $N=‹@t›"],
    ["Jenkinsfile", "    $N = '‹@q›'"],
    [".circleci/config.yml", "      $N: ‹@p›"],
  ],
  "addresses with credentials": [
    ["a.py", 'create_engine("postgresql://app:‹@p›@db.internal/app")'],
    ["a.js", "mongoose.connect('mongodb+srv://app:‹@p›@c0.abcde.mongodb.net/app')"],
    ["a.yml", "url: redis://:‹@p›@cache:6379/0"],
    ["a.yml", "broker: amqp://app:‹@p›@mq:5672//"],
    ["run.sh", "git clone https://bot:‹@u›@git.example.com/a/b.git"],
    ["run.sh", "git clone https://‹@u›@git.example.com/a/b.git"],
    ["run.sh", "export HTTPS_PROXY=http://app:‹@p›@proxy:3128"],
    ["README.md", "ftp://app:‹@p›@files.example.com/x"],
    ["a.properties", "mail.url=smtp://app:‹@p›@mail.example.com:587"],
    ["sentry.py", 'dsn="https://‹{h32}:{h32}›@o1.ingest.example.com/1"'],
  ],
  "JDBC and ADO": [
    ["a.properties", "url=jdbc:mysql://db:3306/app?user=app&password=‹@p›&useSSL=true"],
    ["A.java", '"jdbc:sqlserver://db:1433;databaseName=app;user=sa;password=‹@p›;"'],
    ["A.java", '"jdbc:oracle:thin:app/‹@p›@db:1521:xe"'],
    ["A.java", '"jdbc:postgresql://db/app?user=app&password=‹@p›"'],
    ["A.cs", '"Server=db;Database=app;User Id=sa;Password=‹@p›;"'],
    ["appsettings.json", '"Default": "Server=tcp:db,1433;Initial Catalog=app;User ID=sa;Password=‹@p›;Encrypt=True"'],
    ["web.config", 'connectionString="Data Source=db;User ID=sa;Pwd=‹@p›"'],
    ["A.cs", '"Host=db;Username=app;Password=‹@p›"'],
    ["a.ini", "dsn = DRIVER={ODBC Driver 18};SERVER=db;UID=sa;PWD=‹@p›"],
    ["a.py", 'connect("host=db dbname=app user=app password=‹@p›")'],
    ["a.go", 'dsn := "app:‹@p›@tcp(db:3306)/app?parseTime=true"'],
  ],
  "command lines": [
    ["run.sh", "curl -u app:‹@p› https://api.example.com"],
    ["run.sh", "curl --user 'app:‹@q›' https://api.example.com"],
    ["run.sh", "curl -s https://api.example.com -u app:‹@t›"],
    ["run.sh", "mysql -u root -p‹@p› app < dump.sql"],
    ["run.sh", "mysqldump -h db -uroot -p'‹@p›' app"],
    ["run.sh", "mysql --user=root --password=‹@p› app"],
    ["run.sh", "PGPASSWORD=‹@p› psql -h db -U app"],
    ["run.sh", "sshpass -p '‹@q›' ssh root@10.0.0.1"],
    ["run.sh", "redis-cli -h cache -a ‹@p› ping"],
    ["run.sh", "mongo -u app -p ‹@p› --authenticationDatabase admin"],
    ["run.sh", "wget --user=app --password=‹@p› https://files.example.com/x"],
    ["run.sh", "tool login --token ‹@t›"],
    ["run.sh", "tool --api-key=‹@t› run"],
    ["run.sh", "ldapsearch -x -D cn=admin -w ‹@p› -b dc=x"],
    ["run.sh", "sqlcmd -S db -U sa -P '‹@q›'"],
    ["run.sh", "openssl enc -aes-256-cbc -pass pass:‹@p› -in a"],
    ["run.sh", "keytool -genkey -storepass ‹@p› -keypass changeit"],
    ["run.sh", "echo 'root:‹@p›' | chpasswd"],
    ["run.sh", "htpasswd -b .htpasswd app ‹@p›"],
    ["run.sh", "az login --service-principal -u app -p ‹@t› --tenant t"],
    ["run.sh", "aws configure set aws_secret_access_key ‹{b40}›"],
    ["run.ps1", "net use Z: \\\\srv\\share ‹@p› /user:app"],
    ["run.sh", "http -a app:‹@p› GET api.example.com"],
    ["run.sh", "zip -P ‹@p› out.zip in"],
  ],
  "client settings": [
    [".npmrc", "//registry.example.com/:_authToken=‹{h8}-{h4}-4{h3}-a{h3}-{h12}›"],
    [".npmrc", "//registry.example.com/:_authToken=‹@t›"],
    [".npmrc", "//registry.example.com/:_password=‹@e›"],
    [".npmrc", "_auth=‹@b›"],
    [".yarnrc.yml", '    npmAuthToken: "‹@t›"'],
    ["docs/pgpass.md", "db.internal:5432:app:app:‹@p›"],
    ["docs/pgpass.md", "*:*:*:app:‹@p›"],
    ["docs/netrc.md", "machine api.example.com login app password ‹@p›"],
    ["docs/netrc.md", "machine api.example.com\n  login app\n  password ‹@p›\n"],
    ["pip.conf", "index-url = https://app:‹@p›@pypi.example.com/simple"],
    ["odbc.ini", "Password = ‹@p›"],
    ["docs/htpasswd.md", "app:‹$apr1${A8}${A22}›"],
    ["docs/htpasswd.md", "app:‹$2y$10${A53}›"],
    ["docs/htpasswd.md", "app:‹{SHA}{b27}=›"],
    ["docs/shadow.md", "root:‹$6${A16}${A86}›:19000:0:99999:7:::"],
    ["wg0.conf", "[Interface]\nPrivateKey = ‹{b43}=›\nAddress = 10.0.0.1/24\n"],
    ["wg0.conf", "PresharedKey = ‹{b43}=›"],
    ["wpa.conf", 'network={\n  ssid="home"\n  psk="‹@q›"\n}\n'],
  ],
  SQL: [
    ["a.sql", "CREATE USER 'app'@'%' IDENTIFIED BY '‹@q›';"],
    ["a.sql", "GRANT ALL ON app.* TO 'app'@'localhost' IDENTIFIED BY '‹@q›';"],
    ["a.sql", "ALTER USER app WITH PASSWORD '‹@q›';"],
    ["a.sql", "CREATE ROLE app LOGIN PASSWORD '‹@q›';"],
    ["a.sql", "CREATE ROLE app WITH LOGIN ENCRYPTED PASSWORD '‹@q›';"],
    ["a.sql", "CREATE LOGIN app WITH PASSWORD = '‹@q›';"],
    ["a.sql", "ALTER USER app IDENTIFIED BY ‹@p›;"],
    ["a.sql", "SET PASSWORD FOR 'app'@'%' = PASSWORD('‹@q›');"],
    ["a.sql", "SET PASSWORD FOR 'app'@'%' = '‹@q›';"],
    ["a.sql", "CREATE USER app IDENTIFIED WITH mysql_native_password BY '‹@q›';"],
  ],
  "HTTP headers": [
    ["a.http", "Authorization: Basic ‹@b›"],
    ["a.sh", 'curl -H "Authorization: Basic ‹@b›" https://x.example.com'],
    ["a.http", "Authorization: Bearer ‹@t›"],
    ["a.js", "headers: { Authorization: 'Bearer ‹@t›' },"],
    ["a.py", 'headers={"Authorization": "Token ‹{h40}›"}'],
    ["a.js", "'Authorization': `Basic ‹@b›`,"],
    ["a.http", "X-Api-Key: ‹@t›"],
    ["a.http", "X-Auth-Token: ‹@t›"],
    ["a.http", "PRIVATE-TOKEN: ‹@t›"],
    ["a.http", "Cookie: sessionid=‹{a32}›; theme=dark"],
    ["a.http", "Set-Cookie: JSESSIONID=‹{H32}›; Path=/; HttpOnly"],
    ["a.http", "Cookie: PHPSESSID=‹{a26}›"],
    ["a.http", "Cookie: connect.sid=s%3A‹{w32}.{A43}›"],
    ["a.http", "GET /v1/me?access_token=‹@u› HTTP/1.1"],
    ["a.md", "https://api.example.com/v1/me?api_key=‹@u›&x=1"],
    ["a.md", "https://api.example.com/data?lat=1&appid=‹{h32}›"],
    ["a.http", "Proxy-Authorization: Basic ‹@b›"],
  ],
  "keys in parts": [
    ["jwk.json", '{"kty":"EC","crv":"P-256","x":"{w43}","y":"{w43}","d":"‹{w43}›"}'],
    [
      "jwk.json",
      '{"kty":"RSA","n":"{w342}","e":"AQAB","d":"‹{w342}›","p":"‹{w171}›","q":"‹{w171}›","dp":"‹{w171}›","dq":"‹{w171}›","qi":"‹{w171}›"}',
    ],
    ["jwk.json", '{\n  "kty": "oct",\n  "kid": "one",\n  "k": "‹{w43}›",\n  "alg": "HS256"\n}\n'],
    ["jwk.json", '{"kty":"OKP","crv":"Ed25519","d":"‹{w43}›","x":"{w43}"}'],
    [
      "a.txt",
      "PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nComment: x\nPublic-Lines: 1\n{b64}\nPrivate-Lines: 2\n‹{b64}›\n‹{b40}›\nPrivate-MAC: {h40}\n",
    ],
    ["sa.txt", '  "private_key": "-----BEGIN PRIVATE KEY-----\\n‹{b64}›\\n‹{b64}›\\n-----END PRIVATE KEY-----\\n",'],
    ["a.js", 'const privateKey = "‹MIIEvQIBADANBgkqhkiG9w0BAQ{b300}›";'],
    ["a.json", '{"ssh_key": "‹b3BlbnNzaC1rZXktdjEAAAAA{b300}›"}'],
    ["a.json", '{"key": "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE\\n‹{b70}›\\n‹{b70}›\\n"}'],
    ["a.env.md", "APP_KEY=base64:‹{b43}=›"],
    ["a.md", "-----BEGIN EC PRIVATE KEY-----\n‹{b64}›\n‹{b64}›\n-----END EC PRIVATE KEY-----\n"],
    ["a.md", "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n‹{b64}›\n‹{b64}›\n={b4}\n-----END PGP PRIVATE KEY BLOCK-----\n"],
    ["a.yml", "tls:\n  key: |\n    -----BEGIN RSA PRIVATE KEY-----\n    ‹{b64}›\n    ‹{b64}›\n    -----END RSA PRIVATE KEY-----\n"],
    ["a.yml", "ssh_private_key: LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUgS0VZ‹{b300}›"],
    ["a.ts", 'const mnemonic = "‹legal winner thank year wave sausage worth useful legal winner thank yellow›";'],
    ["hardhat.config.js", 'accounts: ["‹0x{h64}›"],'],
    ["a.js", 'const PRIVATE_KEY = "‹0x{h64}›";'],
  ],
  cookies: [
    ["trace.har", '{ "name": "session_id", "value": "‹@u›", "path": "/" }'],
    ["cookies.txt", ".shop.example.com\tTRUE\t/\tTRUE\t1893456000\tauth_session\t‹{w64}›"],
    ["a.go", 'http.SetCookie(w, &http.Cookie{Name: "sid", Value: "‹@u›"})'],
    ["a.js", "  name: 'connect.sid',\n  value: '‹{w48}›',"],
    ["run.sh", "curl -b 'session=‹{h64}›' https://x.example.com/me"],
  ],
  "documents and comments": [
    ["docs/a.md", "Sign in as `demo` with the password `‹@q›`."],
    ["docs/a.md", "1. User: demo\n2. Password: ‹@p›\n"],
    ["docs/a.md", "**Password:** `‹@q›`"],
    ["docs/a.md", "| Host | User | Password |\n|---|---|---|\n| db1 | root | ‹@p› |\n"],
    ["docs/a.md", "| password | ‹@p› |"],
    ["a.py", "# test account: ann@example.com / password: ‹@p›"],
    ["a.java", " * user=demo password=‹@p›"],
    ["a.html", "<dt>Password</dt><dd><code>‹@p›</code></dd>"],
    ["users.csv", "name,password,role\nann,‹@p›,admin\n"],
    ["a.c", "/* the plain text of the hash: ‹@p›\n */"],
  ],
  "typed in tests": [
    ["a.cy.js", "cy.get('#password').type('‹@q›');"],
    ["a.py", 'driver.find_element(By.ID, "password").send_keys("‹@q›")'],
    ["a.spec.ts", "await page.getByLabel('Password').fill('‹@q›');"],
    ["a.spec.ts", "await page.fill('#password', '‹@q›');"],
    ["a_spec.rb", "fill_in 'Password', with: '‹@q›'"],
    ["a.feature", '    And I fill in "password" with "‹@q›"'],
    ["a.robot", "${PASSWORD}    ‹@p›"],
    ["a.html", '<input type="password" name="p" value="‹@q›">'],
  ],
  "networks and Windows": [
    ["a.cfg", "username admin privilege 15 password 0 ‹@p›"],
    ["run.bat", "net use Z: \\\\srv\\share /user:corp\\app ‹@p› /persistent:no"],
    ["run.bat", 'signtool sign /f a.pfx /p "‹@p›" a.exe'],
    ["run.bat", "plink -ssh root@10.0.0.3 -pw ‹@p› ls"],
    ["run.sh", "lftp -u app,‹@p› sftp://files"],
    ["run.sh", "mount -t cifs //srv/share /mnt -o username=app,password=‹@p›,uid=1000"],
    ["a.ps1", "$s = '‹@q›' | ConvertTo-SecureString -AsPlainText -Force"],
    ["unattend.xml", "<Password><Value>‹@p›</Value><PlainText>true</PlainText></Password>"],
    ["run.sh", "security unlock-keychain -p '‹@p›' build.keychain"],
    ["a.yml", 'test: ["CMD", "mysqladmin", "ping", "-uroot", "-p‹@p›"]'],
  ],
  blocks: [
    ["a.hcl", 'tokens { agent = "‹{h8}-{h4}-4{h3}-a{h3}-{h12}›" }'],
    ["a.hcl", 'encrypt = "‹{b43}=›"'],
    ["a.yaml", 'api:\n  encryption:\n    key: "‹{b43}=›"\n'],
    ["a.py", 'API_KEYS = ["‹@u›", "‹@u›"]'],
    ["a.yaml", "secrets:\n  mail: ‹@u›\n  queue: ‹@u›\n"],
    ["a.sql", "INSERT INTO accounts (name, password) VALUES ('ann', '‹@q›'), ('bob', '‹@q›');"],
    ["a.yaml", "password: >-\n  ‹@p›\n"],
  ],
  "by place": [
    ["run.sh", "deployctl -u ann -p ‹@p› push"],
    ["run.sh", "registryctl login ‹@t›"],
    ["run.sh", "rdesktop -u ann -p ‹@p› desk.internal"],
    ["run.sh", "expdp app/‹@p›@orders schemas=app"],
    ["cloud.yaml", "chpasswd:\n  list: |\n    root:‹@p›\n    ann:‹@p›\n"],
    ["ipsec.conf", '10.0.0.1 10.0.0.2 : PSK "‹@q›"'],
    ["router.cfg", "crypto isakmp key ‹@p› address 192.0.2.7"],
    ["switch.cfg", " password cipher ‹@p›"],
    ["users.acl", "user ann on >‹@p› ~* +@all"],
    ["run.sh", "erl -sname app -setcookie ‹@t›"],
    ["haproxy.cfg", "    stats auth ann:‹@p›"],
    ["connect.json", '"schema.basic.auth.user.info": "ann:‹@p›"'],
    ["Caddyfile", "    header_up X-Upstream-Key ‹@t›"],
  ],
  "below its name": [
    ["deploy.json", '      "adminPassword": {\n        "value": "‹@q›"\n      }'],
    ["stack.yaml", "  DbPassword:\n    Type: String\n    Default: ‹@p›\n"],
    ["settings.py", '    password: str = Field(default="‹@q›")'],
    ["cli.py", 'parser.add_argument("--password", default="‹@q›")'],
    ["core-site.xml", "<property><name>app.db.password</name><value>‹@p›</value></property>"],
    ["web.xml", "<param-name>password</param-name>\n<param-value>‹@p›</param-value>"],
    ["app.config", '<setting name="ApiKey" serializeAs="String">\n  <value>‹@t›</value>'],
    ["task.json", '{"value": "‹@q›", "name": "DB_PASSWORD"}'],
    ["a.rs", 'env::var("HMAC_KEY").unwrap_or("‹@t›".into())'],
    ["a.pl", "our $DB_PASS = q{‹@q›};"],
    ["a.sql", "DECLARE @Password NVARCHAR(50) = N'‹@q›'"],
    ["a.cob", "       05 WS-PASSWORD PIC X(16) VALUE '‹@q›'."],
    ["a.erl", '{default_pass, <<"‹@q›">>},'],
    ["values.yaml", '  password: {{ .Values.pw | default "‹@q›" }}'],
    ["web.config", '<machineKey validationKey="‹{H64}›" />'],
  ],
  "here-documents": [
    ["run.sh", "cat > conf <<EOF\nuser=app\npassword=‹@p›\nEOF\n"],
    ["run.sh", "cat <<'EOF' > .my.cnf\n[client]\npassword=‹@p›\nEOF\n"],
    ["run.sh", "tee .env <<EOF\n$N=‹@t›\nEOF\n"],
  ],
};

/** A name for the value `of` a password or a key. */
function nameFor(dice: Dice, isKey: boolean, casing: Casing): string {
  const last = dice.of(isKey ? KEYS : PASS);
  const alone = last !== "pass" && dice.next() < 0.35;
  return cased(alone ? [last] : [dice.of(isKey ? OWNERS : PREFIXES), last], casing);
}

const CASINGS: Readonly<Record<string, Casing>> = { n: "snake", N: "upper", c: "camel", C: "pascal", k: "kebab", d: "dotted" };

/** Marks taken out: the text and where the secrets stand. */
function marked(text: string): { text: string; secrets: Span[] } {
  let plain = "";
  const secrets: Span[] = [];
  let from = 0;
  for (const character of text) {
    if (character === "‹") from = plain.length;
    else if (character === "›") secrets.push([from, plain.length]);
    else plain += character;
  }
  return { text: plain, secrets };
}

/** Lines of no interest, so that a secret does not stand alone. */
const BEFORE = ["", "# settings\n", "\n\n", "// see the manual\n", "x = 1\n"];

/**
 * All fakes of a seed.
 * @param rounds how often each form is filled
 */
export function fakes(seed: number, rounds: number): Fake[] {
  const dice = new Dice(seed);
  const all: Fake[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [kind, forms] of Object.entries(ISSUED))
      for (const form of forms) {
        const value = filled(form, dice);
        const [path, around] = dice.of(AROUND);
        const text = dice.of(BEFORE) + around.replace("@", () => value) + dice.of(["\n", "", "\r\n", "\nnext\n"]);
        all.push({ family: "issued", kind, path, ...marked(text) });
      }
    for (const [kind, forms] of Object.entries(ASSIGNED))
      for (const [path, form] of forms) {
        const isKey = /@[tu]/.test(form);
        const named = new Map<string, string>();
        const human = dice.next() < 0.5;
        const value = (signs: string): string => (human ? thought(dice, signs) : generated(dice, signs));
        const text = filled(form, dice)
          .replace(/\$([nNcCkd])(?![\w{])/g, (_, casing: string) => {
            const name = named.get(casing) ?? nameFor(dice, isKey, CASINGS[casing]!);
            named.set(casing, name);
            return name;
          })
          .replace(/@([qptube])(?=›)/g, (_, sort: string) => {
            if (sort === "t") return token(dice);
            if (sort === "u") return token(dice).replace(/[+/=]/g, "x");
            if (sort === "b") return btoa(`${dice.of(OWNERS)}:${value(SIGNS)}`);
            if (sort === "e") return btoa(value(SIGNS));
            return value(sort === "q" ? SIGNS : PLAIN_SIGNS);
          });
        all.push({ family: "assigned", kind, path, ...marked(dice.of(BEFORE) + text + dice.of(["\n", "", "\r\n", "\nnext\n"])) });
      }
  }
  return all;
}
