/** Keys in the forms of their issuers, made at run time: no file of this repository holds anything that looks like one. */

/** Random letters and digits, the same for the same seed. */
export function random(length: number, seed: number, alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"): string {
  let state = seed * 7919 + 17;
  let text = "";
  for (let i = 0; i < length; i++) {
    state = (state * 1103515245 + 12345) % 2147483648;
    text += alphabet[Math.floor((state / 2147483648) * alphabet.length)] ?? "a";
  }
  return text;
}

const HEX = "0123456789abcdef";
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** One key of each form; each is blanked from its first to its last character. */
export function samples(): Record<string, string> {
  return {
    "aws key id": `AK${"IA"}${random(16, 1, BASE32)}`,
    "github token": `gh${"p_"}${random(36, 2)}`,
    "github fine-grained": `github_${"pat_"}${random(22, 3)}_${random(59, 4)}`,
    gitlab: `gl${"pat-"}${random(20, 5)}`,
    slack: `xo${"xb-"}${random(12, 6, "0123456789")}-${random(24, 7)}`,
    stripe: `sk_${"live_"}${random(24, 8)}`,
    google: `AI${"za"}${random(35, 9)}`,
    openai: `sk-${"proj-"}${random(48, 10)}`,
    anthropic: `sk-${"ant-"}api03-${random(93, 11)}`,
    npm: `npm${"_"}${random(36, 12)}`,
    jwt: `ey${"J"}${random(30, 13)}.${random(60, 14)}.${random(43, 15)}`,
    sendgrid: `SG${"."}${random(22, 16)}.${random(43, 17)}`,
    twilio: `S${"K"}${random(32, 18, HEX)}`,
    pypi: `pypi-${"AgE"}${random(80, 19)}`,
    "hugging face": `hf${"_"}${random(34, 20)}`,
    shopify: `shp${"at_"}${random(32, 21, HEX)}`,
    digitalocean: `dop_${"v1_"}${random(64, 22, HEX)}`,
    "stripe restricted, without a digit": `rk_${"live_"}${random(24, 24, "ABCDEFGHIJKLMnopqrstuvwxyz")}`,
    "telegram bot": `:${"AA"}${random(33, 25)}`,
    "discord bot": `M${"T"}${random(22, 26)}.${random(6, 27)}.${random(38, 28)}`,
    square: `sq0${"csp-"}${random(43, 29)}`,
    fly: `fm${"2_"}${random(120, 30)}`,
    brevo: `xkey${"sib-"}${random(64, 31, HEX)}-${random(16, 32)}`,
    netlify: `nf${"p_"}${random(40, 33)}`,
    perplexity: `pp${"lx-"}${random(48, 34)}`,
    xai: `xa${"i-"}${random(80, 35)}`,
    tailscale: `ts${"key-"}auth-${random(12, 36)}-${random(32, 37)}`,
    posthog: `ph${"x_"}${random(43, 38)}`,
    age: `AGE-SECRET-${"KEY-1"}${random(58, 23, BASE32)}`,
  };
}
