/**
 * Forms of keys and tokens, as their issuers document them: data for redact() in secrets.ts.
 *
 * Ours are beside the kept table of gitleaks (issued.ts): what that table has no form for, and what it ties to a name before the value.
 */

/** One form of key. */
export interface KeyForm {
  /** What it begins with. */
  starts: readonly string[];
  /** What follows, from the end of the start; lengths are bounded and no part can match in two ways, so a try is linear. */
  rest: RegExp;
  /** The start is kept: it only introduces the secret. */
  keepStart?: boolean;
  /** A letter, digit or `_` may stand before it. */
  inside?: boolean;
  /** So many characters before the start belong to it, letters and digits. */
  before?: number;
  /** The same of the letters of base 64, `+`, `/` and `-` among them. */
  base64?: number;
  /** Not a key after all, by what `rest` matched. */
  unless?: (value: string) => boolean;
}

/** Without a digit it is words. */
export const isPlain = (value: string): boolean => !/\d/.test(value);
/** After an unmistakable start letters of both cases are a key too: one of 70 random keys of 24 characters has no digit. */
const isOneCase = (value: string): boolean => isPlain(value) && !(/[a-z]/.test(value) && /[A-Z]/.test(value));

const PLACEHOLDER = /^(?:[$<{%*[].*|x+|\.+|-+|_+|pass|passwd|password|pwd|pw|secret|token|key|your.*|my.?pass.*|example)$/i;

/** Fewer digits than a key of that length has, or letters of one case: words, or a name. */
const isWords = (value: string): boolean => isOneCase(value) || (value.match(/\d/g)?.length ?? 0) < 2 || /[a-z]{6}/.test(value);
const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** Forms whose start has a separator (`_`, `-`, `.`) with at least 16 word characters, `-`, `+` or `/` after the first one. */
const PREFIXED: readonly KeyForm[] = [
  { starts: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], rest: /[A-Za-z0-9]{36,255}/y },
  { starts: ["github_pat_"], rest: /\w{36,255}/y },
  // Routable ones have a part that says where, and a checksum.
  {
    starts: ["glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-", "glagent-", "glffct-", "glimt-", "gloas-", "glwt-"],
    rest: /[\w-]{20,255}(?:\.[0-9A-Za-z]{2}\.[0-9A-Za-z]{7,9})?/y,
  },
  {
    starts: ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe-", "xoxe.", "xoxc-", "xoxd-", "xapp-", "xwfp-"],
    rest: /[\w.%-]{16,300}/y,
    unless: isPlain,
  },
  { starts: ["sk_live_", "sk_test_", "rk_live_", "rk_test_"], rest: /[A-Za-z0-9]{16,255}/y, unless: isOneCase },
  { starts: ["whsec_"], rest: /[A-Za-z0-9+/]{24,255}=*/y, unless: isOneCase },
  { starts: ["ya29."], rest: /[\w-]{20,500}/y },
  { starts: ["GOCSPX-"], rest: /[\w-]{28}/y },
  { starts: ["sk-"], rest: /(?:(?:proj|svcacct|admin|None|ant|or|lf)-[\w-]{20,300}|[A-Za-z0-9]{32,128}(?![\w-]))/y, unless: isPlain },
  { starts: ["npm_"], rest: /[A-Za-z0-9]{36}(?!\w)/y },
  { starts: ["pypi-AgE"], rest: /[\w-]{50,500}/y },
  { starts: ["rubygems_"], rest: /[a-f0-9]{48}/y },
  { starts: ["hf_"], rest: /[A-Za-z0-9]{30,40}(?!\w)/y },
  { starts: ["SG."], rest: /[\w-]{16,32}\.[\w-]{16,64}/y },
  { starts: ["key-"], rest: /[0-9a-f]{32}(?!\w)/y, unless: isPlain },
  { starts: ["dop_v1_", "doo_v1_", "dor_v1_"], rest: /[a-f0-9]{64}/y },
  { starts: ["shpat_", "shpca_", "shppa_", "shpss_", "shpua_"], rest: /[a-fA-F0-9]{32}/y },
  { starts: ["AGE-SECRET-KEY-1"], rest: /[A-Z0-9]{50,70}/y },
  { starts: ["lin_api_"], rest: /[A-Za-z0-9]{32,64}/y },
  { starts: ["ntn_"], rest: /[A-Za-z0-9]{40,60}/y },
  { starts: ["PMAK-"], rest: /[a-f0-9]{24}-[a-f0-9]{34}/y },
  { starts: ["PMAT-"], rest: /[A-Z0-9]{26}(?!\w)/y },
  { starts: ["akab-"], rest: /[a-z0-9]{16}-[a-z0-9]{16}(?!\w)/y },
  { starts: ["NRBR-"], rest: /[0-9a-f]{19}(?!\w)/y },
  { starts: ["pul-"], rest: /[a-f0-9]{40}/y },
  { starts: ["glsa_"], rest: /[A-Za-z0-9]{32}_[a-f0-9]{8}/y },
  { starts: ["NRAK-"], rest: /[A-Z0-9]{27}/y },
  { starts: ["hvs.", "hvb.", "hvr."], rest: /[\w-]{24,300}/y, unless: isPlain },
  { starts: ["pscale_tkn_", "pscale_pw_", "pscale_oauth_"], rest: /[\w.=-]{32,64}/y },
  { starts: ["dckr_pat_", "dckr_oat_"], rest: /[\w-]{27,40}/y },
  { starts: ["atlasv1."], rest: /[\w-]{60,80}/y },
  { starts: ["sntrys_", "sntryu_"], rest: /[\w+/=-]{40,300}/y },
  { starts: ["gsk_"], rest: /[A-Za-z0-9]{48,60}/y },
  { starts: ["r8_"], rest: /[A-Za-z0-9]{37}/y },
  { starts: ["sbp_"], rest: /[a-f0-9]{40}/y },
  { starts: ["figd_"], rest: /[\w-]{38,60}/y },
  { starts: ["sq0csp-", "sq0atp-", "sq0idp-"], rest: /[\w-]{22,43}/y, unless: isPlain },
  { starts: ["fm2_", "fm1r_", "fm1a_"], rest: /[\w+/-]{80,2000}={0,2}/y },
  { starts: ["xkeysib-"], rest: /[a-f0-9]{64}-[A-Za-z0-9]{16}/y },
  { starts: ["nfp_"], rest: /[A-Za-z0-9]{36,40}/y, unless: isPlain },
  { starts: ["pplx-"], rest: /[A-Za-z0-9]{40,56}/y },
  { starts: ["xai-"], rest: /[\w-]{70,90}/y, unless: isPlain },
  { starts: ["tskey-"], rest: /[a-z]{2,10}-[A-Za-z0-9]{8,20}-[A-Za-z0-9]{20,60}/y },
  { starts: ["phx_"], rest: /[\w-]{40,60}/y, unless: isOneCase },
  // Doppler's `dp.pt.…`: the separator with the long run after it is the second.
  { starts: ["pt.", "st.", "ct.", "sa."], rest: /(?<=\bdp\.[a-z]{2}\.)[A-Za-z0-9]{40,44}(?!\w)/y },
  // Models and search.
  { starts: ["csk-"], rest: /[a-z0-9]{48}(?!\w)/y, unless: isPlain },
  { starts: ["lsv2_pt_", "lsv2_sk_"], rest: /[0-9a-f]{32}_[0-9a-f]{10}/y },
  { starts: ["tvly-"], rest: /(?:dev-|prod-)?[A-Za-z0-9]{32}(?!\w)/y, unless: isPlain },
  { starts: ["pcsk_"], rest: /[A-Za-z0-9]{4,6}_[A-Za-z0-9]{50,70}/y },
  { starts: ["api_org_"], rest: /[A-Za-z]{34}(?!\w)/y, unless: isOneCase },
  { starts: ["nvapi-"], rest: /[\w-]{60,72}/y, unless: isPlain },
  { starts: ["fw_"], rest: /[A-Za-z0-9]{22,26}(?!\w)/y, unless: isOneCase },
  { starts: ["tgp_v1_"], rest: /[\w-]{40,50}(?![\w-])/y, unless: isOneCase },
  { starts: ["jina_"], rest: /[0-9a-f]{32}[\w-]{24,40}/y },
  { starts: ["wandb_v1_"], rest: /[A-Za-z0-9_]{60,120}/y, unless: isOneCase },
  { starts: ["e2b_"], rest: /[0-9a-f]{40}(?!\w)/y },
  { starts: ["fc-"], rest: /[0-9a-f]{32}(?!\w)/y, unless: isPlain },
  { starts: ["rpa_"], rest: /[A-Z0-9]{40,50}(?!\w)/y, unless: isPlain },
  { starts: ["dtn_"], rest: /[0-9a-f]{64}/y },
  { starts: ["apify_api_"], rest: /[A-Za-z0-9]{34,40}(?!\w)/y, unless: isOneCase },
  { starts: ["esecret_"], rest: /[a-z0-9]{26,40}(?!\w)/y, unless: isPlain },
  { starts: ["pa-", "al-"], rest: /[\w-]{43}(?![\w-])/y, unless: isOneCase },
  // Mail, forms, content.
  { starts: ["mlsn."], rest: /[0-9a-f]{64}/y },
  { starts: ["xsmtpsib-"], rest: /[0-9a-f]{64}-[A-Za-z0-9]{16}/y },
  { starts: ["pat-na", "pat-eu"], rest: /\d{1,2}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/y },
  { starts: ["cal_live_", "cal_"], rest: /[0-9a-f]{32}(?!\w)/y },
  { starts: ["gb_api_"], rest: /[A-Za-z0-9]{30,60}(?!\w)/y, unless: isOneCase },
  { starts: ["sl."], rest: /[\w-]{100,2000}/y, unless: isPlain },
  { starts: ["u."], rest: /(?<=\bsl\.u\.)[\w-]{60,2000}/y },
  { starts: ["waka_"], rest: new RegExp(UUID, "y") },
  { starts: ["re_"], rest: /[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?!\w)/y, unless: isPlain },
  { starts: ["tfp_"], rest: /[\w-]{44,64}/y, unless: isOneCase },
  { starts: ["CFPAT-"], rest: /[\w-]{43}/y },
  { starts: ["rdme_"], rest: /[a-z0-9]{70}/y },
  { starts: ["secret_"], rest: /[A-Za-z0-9]{43}(?!\w)/y, unless: isPlain },
  { starts: ["lin_oauth_"], rest: /[0-9a-f]{64}/y },
  { starts: ["pk_"], rest: /\d{6,10}_[A-Z0-9]{32}(?!\w)/y },
  // Payments.
  {
    starts: ["live_", "test_"],
    rest: /(?:(?:pub_)?[0-9a-f]{35}|[A-Za-z0-9]{30})(?!\w)/y,
    unless: (value) => isOneCase(value) || /[a-z]{9}/.test(value),
  },
  { starts: ["rzp_live_", "rzp_test_"], rest: /[A-Za-z0-9]{14}(?!\w)/y, unless: isOneCase },
  { starts: ["pdl_live_apikey_", "pdl_sdbx_apikey_"], rest: /[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}/y },
  { starts: ["ak_live_", "ak_test_"], rest: /[A-Za-z0-9]{30}(?!\w)/y, unless: isPlain },
  { starts: ["polar_oat_", "polar_pat_"], rest: /[A-Za-z0-9]{40,50}(?!\w)/y, unless: isOneCase },
  { starts: ["xnd_production_", "xnd_development_"], rest: /[A-Za-z0-9]{30,70}(?!\w)/y, unless: isOneCase },
  { starts: ["Mid-server-", "SB-Mid-server-"], rest: /[\w-]{24}(?![\w-])/y, unless: isOneCase },
  { starts: ["access-production-", "access-sandbox-", "access-development-"], rest: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/y },
  { starts: ["FLWSECK-", "FLWSECK_TEST-"], rest: /[0-9a-f]{12,32}(?:-X)?/y },
  { starts: ["shippo_live_", "shippo_test_"], rest: /[0-9a-f]{40}/y },
  { starts: ["duffel_live_", "duffel_test_"], rest: /[\w=-]{43}/y },
  // Clouds and hosting.
  { starts: ["vercel_blob_rw_"], rest: /[A-Za-z0-9]{14,20}_[A-Za-z0-9]{28,34}(?!\w)/y },
  { starts: ["bce-v3/ALTAK-"], rest: /[A-Za-z0-9]{21}\/[0-9a-f]{40}/y },
  { starts: ["mdb_sa_sk_"], rest: /[\w-]{36,48}(?![\w-])/y, unless: isPlain },
  { starts: ["CCDB1_"], rest: /[A-Za-z0-9]{22}_[A-Za-z0-9]{40}/y },
  { starts: ["xau_"], rest: /[A-Za-z0-9]{30,50}(?!\w)/y, unless: isOneCase },
  { starts: ["dbtc_", "dbtu_"], rest: /[\w-]{40,60}={0,2}/y, unless: isOneCase },
  { starts: ["ucat_"], rest: /[A-Z0-9]{26}(?!\w)/y, unless: isPlain },
  { starts: ["depot_org_", "depot_project_", "depot_"], rest: /[0-9a-f]{64}/y },
  { starts: ["ddp_", "ddw_", "ddo_"], rest: /[A-Za-z0-9]{36}(?!\w)/y, unless: isOneCase },
  { starts: ["csb_v1_"], rest: /[\w-]{43}(?![\w-])/y, unless: isOneCase },
  { starts: ["nfc_", "nfo_", "nfu_"], rest: /[A-Za-z0-9]{36,40}(?!\w)/y, unless: isOneCase },
  { starts: ["retool_"], rest: /\d\d[a-z0-9]{24,40}(?!\w)/y, unless: isPlain },
  { starts: ["zpka_"], rest: /[0-9a-f]{32}_[0-9a-f]{8}(?!\w)/y },
  { starts: ["y0_"], rest: /[\w-]{36,60}/y, unless: isOneCase },
  { starts: ["pina_"], rest: /[A-Z0-9]{60,80}(?!\w)/y, unless: isPlain },
  { starts: ["HRKU-"], rest: /[\w-]{36,80}/y, unless: isOneCase },
  { starts: ["fo1_"], rest: /[\w-]{43}/y, unless: isPlain },
  { starts: ["vcp_", "vca_", "vci_", "vcr_", "vck_"], rest: /[A-Za-z0-9]{24,80}(?!\w)/y, unless: isOneCase },
  { starts: ["rnd_"], rest: /[A-Za-z0-9]{28,40}(?!\w)/y, unless: isOneCase },
  { starts: ["sb_secret_"], rest: /[\w-]{22,44}/y, unless: isPlain },
  { starts: ["napi_"], rest: /[a-z0-9]{60,70}(?!\w)/y, unless: isPlain },
  { starts: ["cfut_", "cfat_", "cfk_"], rest: /[\w-]{40,60}/y, unless: isPlain },
  { starts: ["AVNS_"], rest: /[\w-]{19,24}(?![\w-])/y, unless: isOneCase },
  { starts: ["tk-us-"], rest: /[\w-]{48}/y },
  { starts: ["dnkey-"], rest: /[\w-]{26}-[\w-]{52}/y },
  { starts: ["t1."], rest: /[\w-]{80,90}={0,2}\.[\w-]{80,90}={0,2}/y },
  // Builds and packages.
  { starts: ["sqp_", "squ_", "sqa_", "sqb_"], rest: /[0-9a-f]{40}(?!\w)/y },
  { starts: ["sktsec_"], rest: /[\w-]{40,60}(?:_api)?/y, unless: isOneCase },
  { starts: ["odt_"], rest: /[A-Za-z0-9]{32,36}(?!\w)/y, unless: isOneCase },
  { starts: ["dsp_"], rest: /[A-Za-z0-9]{40}(?!\w)/y, unless: isOneCase },
  { starts: ["scim.", "audit."], rest: /(?<=\bdp\.(?:scim|audit)\.)[A-Za-z0-9]{40,44}(?!\w)/y },
  { starts: ["bkua_", "bkat_", "bkct_", "bkpi_"], rest: /[0-9a-f]{40}/y },
  { starts: ["CCIPAT_", "CCIPRJ_"], rest: /[A-Za-z0-9]{22}_[0-9a-z]{40}/y },
  { starts: ["CLOJARS_"], rest: /[0-9a-z]{60}/y },
  { starts: ["pnu_", "pnb_"], rest: /[a-z0-9]{36}(?!\w)/y, unless: isPlain },
  // Watching.
  { starts: ["NRII-"], rest: /[\w-]{32}/y },
  { starts: ["NRJS-"], rest: /[0-9a-f]{19}/y },
  { starts: ["NRAA-"], rest: /[0-9a-f]{27}/y },
  { starts: ["NRIQ-"], rest: /[\w-]{32}/y },
  { starts: ["ddapp_", "ddpat_"], rest: /[A-Za-z0-9]{30,60}(?!\w)/y, unless: isOneCase },
  { starts: ["phs_", "phc_"], rest: /[A-Za-z0-9]{40,60}(?!\w)/y, unless: isOneCase },
  { starts: ["xaat-", "xapt-"], rest: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/y },
  { starts: ["pylf_"], rest: /v\d_[a-z]{2}_[A-Za-z0-9]{30,60}(?!\w)/y },
  { starts: ["essu_"], rest: /[\w+/-]{40,200}={0,2}/y, unless: isOneCase },
  { starts: ["hcaik_", "hcbik_", "hccik_", "hcxik_", "hcalk_", "hcxmk_"], rest: /[a-z0-9]{58}/y },
  { starts: ["cu_"], rest: /[0-9a-f]{32}(?!\w)/y, unless: isPlain },
  { starts: ["sdk-", "api-", "mob-"], rest: /[0-9a-f]{8}-[0-9a-f]{4}-[1-5a-f0-9][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/y },
  // Devices and others.
  { starts: ["aio_"], rest: /[A-Za-z0-9]{28}(?!\w)/y, unless: isOneCase },
  { starts: ["BBFF-"], rest: /[A-Za-z0-9]{30,36}(?!\w)/y },
  { starts: ["s-s4t2ud-", "s-s4t2af-"], rest: /[0-9a-f]{64}/y },
  // Models.
  { starts: ["sk-helicone-"], rest: /[a-z0-9]{7}(?:-[a-z0-9]{7}){3}/y },
  { starts: ["ak-", "as-"], rest: /[A-Za-z0-9]{22}(?![\w-])/y, unless: isWords },
  { starts: ["app-", "dataset-"], rest: /[A-Za-z0-9]{24}(?![\w-])/y, unless: isWords },
  { starts: ["luma-"], rest: new RegExp(`${UUID}(?:-${UUID})?`, "y") },
  { starts: ["RGAPI-", "an-", "persona_production_", "persona_sandbox_"], rest: new RegExp(UUID, "y") },
  { starts: ["key_"], rest: /[0-9a-f]{24,160}(?!\w)/y, unless: isPlain },
  // Payments.
  { starts: ["klarna_live_api_", "klarna_test_api_"], rest: /[\w+/=-]{40,200}/y },
  { starts: ["sk_sbox_"], rest: /[a-z0-9]{26}(?!\w)/y, unless: isPlain },
  { starts: ["APP_USR-", "TEST-"], rest: /\d{16}-\d{6}-[0-9a-f]{32}-\d{6,10}/y },
  { starts: ["skey_live_", "skey_test_"], rest: /[a-z0-9]{19,40}(?!\w)/y, unless: isPlain },
  { starts: ["cfsk_ma_prod_", "cfsk_ma_test_"], rest: /[0-9a-f]{32}_[0-9a-f]{8}/y },
  // Builds.
  { starts: ["v2."], rest: /[a-z0-9]{20}(?![\w.-])/y, unless: (value) => (value.match(/\d/g)?.length ?? 0) < 4 },
  { starts: ["v1."], rest: /[0-9a-f]{40}(?!\w)/y, unless: isPlain },
  { starts: ["API-"], rest: /[A-Z0-9]{25,32}(?![\w-])/y, unless: (value) => (value.match(/\d/g)?.length ?? 0) < 4 },
  // Messages.
  { starts: ["md-"], rest: /[A-Za-z0-9_-]{22}(?![\w-])/y, unless: isWords },
  { starts: ["syt_"], rest: /[A-Za-z0-9+/]{2,80}_[A-Za-z]{20}_[A-Za-z0-9]{6}|[\w-]{30,120}/y, unless: isOneCase },
  { starts: ["mat_", "mct_", "mar_"], rest: /[A-Za-z0-9]{30}_[A-Za-z0-9]{6}(?!\w)/y },
  { starts: ["o."], rest: /[A-Za-z0-9]{32,34}(?![\w.(])/y, unless: isWords },
  { starts: ["pk_prod_"], rest: /[A-Z0-9]{28}(?!\w)/y, unless: isPlain },
  { starts: ["mfa."], rest: /[\w-]{80,90}/y, unless: isOneCase },
  { starts: ["alcht_"], rest: /[\w-]{20,40}/y, unless: isOneCase },
  // Shops, forms, games.
  { starts: ["cs_", "ck_"], rest: /[0-9a-f]{40}(?!\w)/y, unless: isPlain },
  { starts: ["secret-live-", "secret-test-"], rest: /[\w-]{30,60}={0,2}/y, unless: isOneCase },
  { starts: ["act.", "clt.", "rft."], rest: /[A-Za-z0-9]{40,80}(?:!\d{4}\.\w\w)?/y, unless: isWords },
  { starts: ["t-"], rest: /[0-9a-f]{24}-[0-9a-f]{24}(?![\w-])/y },
  { starts: ["ser."], rest: /[A-Za-z0-9]{22}(?![\w.(-])/y, unless: isWords },
  { starts: ["private_"], rest: /[A-Za-z0-9+/]{27}=/y },
  { starts: ["b_"], rest: /[\w+/-]{43,46}=?(?![\w+/-])/y, unless: (value) => isOneCase(value) || (value.match(/\d/g)?.length ?? 0) < 3 },
  { starts: ["scp-live-", "scp-test-"], rest: /[0-9a-f]{32}(?!\w)/y },
  // Infisical's service tokens, and Vault's of before 1.10: `s.` is a member of many a program's `s`.
  { starts: ["st."], rest: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9a-f]{32}\.[0-9a-f]{32}/y },
  {
    starts: ["s."],
    rest: /[A-Za-z0-9]{24}(?![\w(.[])/y,
    unless: (value) => (value.match(/\d/g)?.length ?? 0) < 2 || /[a-z]{5}/.test(value),
  },
];

/**
 * Starts by what stands up to and with their first separator: `sk-` → `sk-`; `sk_` → `sk_live_`, `sk_test_`.
 *
 * Looking for a separator and a long run after it (one place in 1,200 characters of source) and then for the word before it is several times as
 * fast as looking for sixty prefixes.
 */
export const BY_PREFIX: ReadonlyMap<string, readonly { start: string; form: KeyForm }[]> = (() => {
  const table = new Map<string, { start: string; form: KeyForm }[]>();
  for (const form of PREFIXED) {
    for (const start of form.starts) {
      const prefix = start.slice(0, start.search(/[_.-]/) + 1);
      table.set(prefix, [...(table.get(prefix) ?? []), { start, form }]);
    }
  }
  return table;
})();

/** The separators of such starts. Sticky tries of `rest` do the rest. */
export const SEPARATED = /[_.-](?=[\w+/-]{16})/g;
export const LONGEST_PREFIX: number = Math.max(...[...BY_PREFIX.keys()].map((prefix) => prefix.length));

/**
 * Forms that begin without a separator, or with words of their own. Each search begins with one rare letter, which the engine skips to at 2 to
 * 5 GB/s; a search for all of them at once runs at 0.1.
 */
export const OTHERS: readonly { find: RegExp; forms: Readonly<Record<string, KeyForm>> }[] = (() => {
  const aws: KeyForm = { starts: ["AKIA", "ASIA", "ABIA", "ACCA"], rest: /[A-Z0-9]{16}(?![A-Za-z0-9])/y };
  const azure: KeyForm = { starts: ["AccountKey=", "AccessKey="], rest: /[A-Za-z0-9+/]{32,100}={0,2}/y, keepStart: true, inside: true };
  const list: { find: RegExp; forms: KeyForm[] }[] = [
    {
      find: /A(?:[BKS]IA|CCA|Iza|T[AC]TT3|TBB|KID|QVN|ZDO|ccountKey=|ccessKey=)/g,
      forms: [
        aws,
        azure,
        { starts: ["AIza"], rest: /[\w-]{35}(?![\w-])/y },
        { starts: ["ATATT3", "ATCTT3"], rest: /[\w=-]{50,300}/y },
        { starts: ["ATBB"], rest: /[A-Za-z0-9]{32}(?!\w)/y, unless: isPlain },
        { starts: ["AKID"], rest: /[A-Za-z0-9]{32}(?!\w)/y, unless: isPlain },
        { starts: ["AQVN"], rest: /[\w-]{35,38}(?![\w-])/y, unless: isPlain },
        { starts: ["AZDO"], before: 76, rest: /[A-Za-z0-9]{4}(?!\w)/y },
      ],
    },
    // Bots: Telegram's (the number before the colon is public), and Discord's, whose first part is a number in base 64.
    { find: /:AA(?=[\w-]{32})/g, forms: [{ starts: [":AA"], rest: /[\w-]{32,34}(?![\w-])/y, inside: true, unless: isPlain }] },
    {
      find: /[MNO][TjzD](?=[\w-]{21,26}\.[\w-]{6}\.[\w-]{27})/g,
      forms: [
        {
          starts: ["MT", "Mj", "Mz", "MD", "NT", "Nj", "Nz", "ND", "OT", "Oj", "Oz", "OD"],
          rest: /[\w-]{21,26}\.[\w-]{6}\.[\w-]{27,45}/y,
          unless: isPlain,
        },
      ],
    },
    // Keys that no separator ends the prefix of; each look-ahead is rare enough to cost nothing.
    {
      find: /1\/\/0(?=[\w-]{40})|\d\/(?=\d{13,19}\/\d{13,19}:[0-9a-f]{32})/g,
      forms: [
        { starts: ["1//0"], rest: /[\w-]{40,200}/y, unless: isPlain },
        { starts: ["0/", "1/", "2/"], rest: /\d{13,19}\/\d{13,19}:[0-9a-f]{32}(?!\w)/y },
      ],
    },
    {
      find: /c(?:io(?=[A-Za-z0-9]{32}(?!\w))|flt(?=[A-Za-z0-9+/]{60}))/g,
      forms: [
        { starts: ["cio"], rest: /[A-Za-z0-9]{32}/y, unless: (value) => isPlain(value) || !/[a-z]/.test(value) || !/[A-Z]/.test(value) },
        { starts: ["cflt"], rest: /[A-Za-z0-9+/]{60}(?!\w)/y, unless: isPlain },
      ],
    },
    // The tokens of Mapbox (the public one is `pk.`) and Tinybird that are secret.
    {
      find: /(?<!\w)p\.eyJ(?=[\w-]{20})|sk\.eyJ(?=[\w-]{20})/g,
      forms: [{ starts: ["sk.eyJ", "p.eyJ"], rest: /[\w-]{20,300}\.[\w-]{20,80}/y }],
    },
    { find: /fn[AD](?=[A-Za-z][\w-]{36})/g, forms: [{ starts: ["fnA", "fnD"], rest: /[\w-]{37,44}(?![\w-])/y, unless: isWords }] },
    {
      find: /snyk_[su]at\.|WPL_AP\d\.|vk1\.a\.|tkn\.v1_|sec-c-(?=[\w+/=-]{30})/g,
      forms: [
        { starts: ["tkn.v1_"], rest: /[\w+/-]{60,90}={0,2}/y, unless: isPlain },
        { starts: ["sec-c-"], rest: /[\w+/=-]{30,80}/y, unless: isOneCase },
        { starts: ["snyk_uat.", "snyk_sat."], rest: /[0-9a-f]{8}\.[\w-]{20,120}(?:\.[\w-]{10,120})?/y },
        { starts: ["WPL_AP0.", "WPL_AP1."], rest: /[\w=+/.-]{16,80}/y },
        { starts: ["vk1.a."], rest: /[\w-]{80,250}/y },
      ],
    },
    { find: /EAA(?=[A-Za-z0-9]{80})/g, forms: [{ starts: ["EAA"], rest: /[A-Za-z0-9]{80,400}/y, unless: isOneCase }] },
    { find: /:APA91b/g, forms: [{ starts: [":APA91b"], rest: /[\w-]{100,200}/y, inside: true }] },
    // Azure's since 2023 say in the middle what they are, with a checksum at the end.
    { find: /JQQJ99/g, forms: [{ starts: ["JQQJ99"], before: 52, rest: /[A-Za-z0-9]{20,40}(?!\w)/y }] },
    {
      find: /(?:APIM|ACDb|\+(?:ABa|AMC|ASt))(?=[A-Za-z0-9+/]{5}[AQgw]==)/g,
      forms: [{ starts: ["APIM", "ACDb", "+ABa", "+AMC", "+ASt"], base64: 76, rest: /[A-Za-z0-9+/]{5}[AQgw]==/y }],
    },
    {
      find: /(?:AIoT|\+(?:ASb|AEh|ARm))(?=[A-Za-z0-9+/]{6}=)/g,
      forms: [{ starts: ["AIoT", "+ASb", "+AEh", "+ARm"], base64: 33, rest: /[A-Za-z0-9+/]{6}=/y }],
    },
    { find: /AzFu(?=[\w-]{5}[AQgw]==)/g, forms: [{ starts: ["AzFu"], base64: 44, rest: /[\w-]{5}[AQgw]==/y }] },
    { find: /AzSe(?=[A-Z][A-Za-z0-9]{5}(?!\w))/g, forms: [{ starts: ["AzSe"], base64: 42, rest: /[A-Z][A-Za-z0-9]{5}/y }] },
    { find: /\+ACR(?=[A-Z][A-Za-z0-9+/]{5}(?!\w))/g, forms: [{ starts: ["+ACR"], base64: 42, rest: /[A-Z][A-Za-z0-9+/]{5}/y }] },
    { find: /NRAL(?!\w)/g, forms: [{ starts: ["NRAL"], before: 36, rest: /(?=)/y }] },
    {
      find: /amzn\.mws\.(?=[0-9a-z]{8}-)/g,
      forms: [{ starts: ["amzn.mws."], rest: /[0-9a-z]{8}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{12}/y }],
    },
    // Seeds of NATS, and tokens of Facebook's applications and Salesforce's organisations.
    { find: /S[UAONC]A(?=[A-Z2-7]{55}(?!\w))/g, forms: [{ starts: ["SUA", "SAA", "SOA", "SNA", "SCA"], rest: /[A-Z2-7]{55}/y }] },
    { find: /(?<=\d{13})\|(?=[\w-]{27}(?![\w-]))/g, forms: [{ starts: ["|"], before: 16, rest: /[\w-]{27}/y, unless: isOneCase }] },
    { find: /00D(?=[A-Za-z0-9]{12,15}![\w.]{60})/g, forms: [{ starts: ["00D"], rest: /[A-Za-z0-9]{12,15}![\w.]{60,300}/y }] },
    { find: /ATTA(?=[0-9a-fA-F]{60})/g, forms: [{ starts: ["ATTA"], rest: /[0-9a-fA-F]{60,80}/y }] },
    { find: /dG9rO(?=[A-Za-z0-9+/]{50,60}=)/g, forms: [{ starts: ["dG9rO"], rest: /[A-Za-z0-9+/]{50,60}={1,2}/y }] },
    {
      find: /msh(?=[0-9a-z]{15}p1[0-9a-z]{6}jsn)/g,
      forms: [{ starts: ["msh"], before: 10, rest: /[0-9a-z]{15}p1[0-9a-z]{6}jsn[0-9a-z]{12,16}/y }],
    },
    { find: /EXO(?=[0-9a-f]{24}(?!\w))/g, forms: [{ starts: ["EXO"], rest: /[0-9a-f]{24}/y }] },
    // Mailgun's of today: 32, 8 and 8.
    { find: /-(?=[0-9a-f]{8}-[0-9a-f]{8}(?![\w-]))/g, forms: [{ starts: ["-"], before: 32, rest: /[0-9a-f]{8}-[0-9a-f]{8}/y }] },
    { find: /oy2(?=[a-z0-9]{43}(?!\w))/g, forms: [{ starts: ["oy2"], rest: /[a-z0-9]{43}/y, unless: isPlain }] },
    { find: /pat(?=[A-Za-z0-9]{14}\.[0-9a-f]{64})/g, forms: [{ starts: ["pat"], rest: /[A-Za-z0-9]{14}\.[0-9a-f]{64}/y }] },
    { find: /\.atlasv1\./g, forms: [{ starts: [".atlasv1."], before: 14, rest: /[\w=-]{60,80}/y }] },
    { find: /-us(?=\d{1,2}(?!\w))/g, forms: [{ starts: ["-us"], before: 32, rest: /\d{1,2}/y }] },
    {
      find: /\dQ~/g,
      forms: [
        {
          starts: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => `${digit}Q~`),
          before: 3,
          rest: /[\w~.-]{31,34}(?!\w)/y,
        },
      ],
    },
    { find: /ETMsDgAAA/g, forms: [{ starts: ["ETMsDgAAA"], rest: /[A-Za-z0-9+/]{60,400}={0,2}/y, inside: true }] },
    { find: /IGQ(?=[\w-]{100})/g, forms: [{ starts: ["IGQ"], rest: /[\w-]{100,300}/y, unless: isPlain }] },
    { find: /BAh7(?=[\w+/=%]{20,3000}--[0-9a-f]{40})/g, forms: [{ starts: ["BAh7"], rest: /[\w+/=%]{20,3000}--[0-9a-f]{40}/y }] },
    {
      find: /(?<![\w+/])AAAAAAAAAAAAAAAAAAAA(?=\w{10,80}%[23]|[A-Za-z0-9]{60,110}(?![\w+/=]))/g,
      forms: [{ starts: ["A".repeat(20)], rest: /\w{10,110}(?:%[0-9A-F]{2}\w{1,80}){0,4}/y }],
    },
    {
      find: /access_token\$(?:production|sandbox)\$/g,
      forms: [{ starts: ["access_token$production$", "access_token$sandbox$"], rest: /[0-9a-z]{16}\$[0-9a-f]{32}/y }],
    },
    // Credentials of sessions of AWS, and what says of itself that it is one (RFC 8959).
    { find: /IQoJb3JpZ2lu/g, forms: [{ starts: ["IQoJb3JpZ2lu"], rest: /[A-Za-z0-9+/=%]{60,3000}/y }] },
    { find: /FwoGZXIvYXdz/g, forms: [{ starts: ["FwoGZXIvYXdz"], rest: /[A-Za-z0-9+/=%]{60,3000}/y }] },
    { find: /secret-token:/g, forms: [{ starts: ["secret-token:"], rest: /[^\s"'`<>]{16,200}/y, unless: isPlain }] },
    {
      find: /AQE(?=[\w]{2,24}hm[\w+/]{20}|\w{40}[\w+/=-]{20})/g,
      forms: [{ starts: ["AQE"], rest: /[\w+/=-]{60,200}/y, unless: isOneCase }],
    },
    { find: /DO00(?=[A-Z0-9]{16}(?!\w))/g, forms: [{ starts: ["DO00"], rest: /[A-Z0-9]{16}/y }] },
    { find: /eyJrIjoi/g, forms: [{ starts: ["eyJrIjoi"], rest: /[\w+/=-]{40,400}/y }] },
    {
      find: /dt0[a-z]\d\d\.(?=[A-Z0-9]{24}\.)/g,
      forms: [{ starts: ["dt0s01.", "dt0s02.", "dt0s03.", "dt0s08.", "dt0s16.", "dt0c01."], rest: /[A-Z0-9]{24}\.[A-Z0-9]{64}/y }],
    },
    { find: /3MVG9/g, forms: [{ starts: ["3MVG9"], rest: /[\w.]{60,120}/y, unless: isOneCase }] },
    { find: /1000\.(?=[0-9a-f]{32}\.)/g, forms: [{ starts: ["1000."], rest: /[0-9a-f]{32}\.[0-9a-f]{32}/y }] },
    { find: /KEY(?=[0-9A-F]{32}_)/g, forms: [{ starts: ["KEY"], rest: /[0-9A-F]{32}_\w{22}/y }] },
    {
      find: /perm[:-](?=[\w+/=]{8,80}\.[\w+/=]{4})/g,
      forms: [{ starts: ["perm:", "perm-"], rest: /[\w+/=]{8,80}\.[\w+/=]{4,80}\.[\w+/=-]{20,100}/y }],
    },
    { find: /VF\.(?:DM|WS)\./g, forms: [{ starts: ["VF.DM.", "VF.WS."], rest: /[0-9a-f]{24}\.[A-Za-z0-9]{16}/y }] },
    { find: /api_(?:live|sandbox)\./g, forms: [{ starts: ["api_live.", "api_sandbox."], rest: /[\w-]{11}\.[\w-]{32}/y }] },
    { find: /na1\.(?=[\w+/]{60})/g, forms: [{ starts: ["na1."], rest: /[\w+/]{60,110}={0,2}/y, unless: isOneCase }] },
    { find: /endr\+/g, forms: [{ starts: ["endr+"], rest: /[A-Za-z0-9]{16}(?!\w)/y }] },
    { find: /_mmk(?!\w)/g, forms: [{ starts: ["_mmk"], before: 36, rest: /(?=)/y }] },
    { find: /mainnet(?=[A-Za-z0-9]{32}(?!\w))/g, forms: [{ starts: ["mainnet"], rest: /[A-Za-z0-9]{32}/y, unless: isWords }] },
    {
      find: /K00\d(?=[A-Za-z0-9+/]{27}(?!\w))/g,
      forms: [{ starts: ["K000", "K001", "K002", "K003", "K004", "K005", "K006"], rest: /[A-Za-z0-9+/]{27}/y, unless: isOneCase }],
    },
    {
      find: /0\.(?=[0-9a-f]{8}-)/g,
      forms: [{ starts: ["0."], rest: new RegExp(`${UUID}\\.[A-Za-z0-9]{20,40}:[A-Za-z0-9+/]{22}==`, "y") }],
    },
    { find: /u\+(?=[\w+-]{18}(?!\w))/g, forms: [{ starts: ["u+"], rest: /[\w+-]{18}/y, unless: isWords }] },
    { find: /11(?=[0-9a-f]{32}(?!\w))/g, forms: [{ starts: ["11"], rest: /[0-9a-f]{32}/y, unless: (value) => !/[a-f]/.test(value) }] },
    { find: /SCW(?=[A-Z0-9]{17}(?!\w))/g, forms: [{ starts: ["SCW"], rest: /[A-Z0-9]{17}/y, unless: isPlain }] },
    // Two parts with a sign between them: what follows says which, what stands before is counted.
    {
      find: /\.(?=[0-9a-f]{32}(?![\w.]))(?<=(?<!\w)[0-9a-f]{24}\.)/g,
      forms: [{ starts: ["."], before: 24, rest: /[0-9a-f]{32}/y }],
    },
    {
      find: /\.(?=[A-Za-z0-9]{16}(?![\w.(]))(?<=(?<!\w)[0-9a-f]{32}\.)/g,
      forms: [{ starts: ["."], before: 32, rest: /[A-Za-z0-9]{16}/y, unless: isPlain }],
    },
    {
      find: /\.(?=[0-9a-f]{40,64}(?!\w))(?<=:[\w-]{3,20}\.)/g,
      forms: [{ starts: ["."], keepStart: true, inside: true, rest: /[0-9a-f]{40,64}/y }],
    },
    {
      find: /:(?=[0-9a-f]{32}(?:[0-9a-f]{32})?(?!\w))(?<=-[0-9a-f]{12}:|(?<!\w)[0-9a-f]{24}:)/g,
      forms: [{ starts: [":"], keepStart: true, inside: true, rest: /[0-9a-f]{32,64}/y }],
    },
    {
      find: /:(?=[\w-]{43}(?![\w-]))(?<=(?<!\w)[\w-]{6}\.[\w-]{6}:)/g,
      forms: [{ starts: [":"], keepStart: true, inside: true, rest: /[\w-]{43}/y, unless: isOneCase }],
    },
    {
      find: /-(?=[0-9a-f]{24,40}(?!\w))(?<=(?<!\w)[um]\d{6,9}-)/g,
      forms: [{ starts: ["-"], keepStart: true, inside: true, rest: /[0-9a-f]{24,40}/y }],
    },
    {
      find: /_(?=[A-Za-z0-9]{20,25}(?!\w))(?<=(?<!\w)[123][A-Za-z0-9]{26}_)/g,
      forms: [{ starts: ["_"], before: 27, rest: /[A-Za-z0-9]{20,25}/y, unless: isWords }],
    },
    {
      find: /-(?=[A-Za-z0-9]{22}(?![\w-]))(?<=(?<![\w-])[A-Za-z0-9]{10}-)/g,
      forms: [{ starts: ["-"], before: 10, rest: /[A-Za-z0-9]{22}/y, unless: isWords }],
    },
    {
      find: /\|(?=[A-Za-z0-9+/=]{60})(?<=:[a-z]{2,20}-[a-z]{2,20}-\d{1,4}\|)/g,
      forms: [{ starts: ["|"], keepStart: true, inside: true, rest: /[A-Za-z0-9+/=]{60,400}/y }],
    },
    { find: /dp\.st\./g, forms: [{ starts: ["dp.st."], rest: /[\w-]{2,35}\.[A-Za-z0-9]{40,44}(?!\w)/y }] },
    { find: /SK(?=[0-9a-f]{32})/g, forms: [{ starts: ["SK"], rest: /[0-9a-f]{32}(?!\w)/y }] },
    { find: /dapi(?=[0-9a-f]{32})/g, forms: [{ starts: ["dapi"], rest: /[0-9a-f]{32}(?:-\d)?(?!\w)/y }] },
    // JSON Web Tokens: header, payload and signature; the unsigned form of two parts is no credential.
    { find: /eyJ/g, forms: [{ starts: ["eyJ"], rest: /[\w-]{8,4000}\.[\w-]{8,8000}\.[\w+/-]{16,2000}/y }] },
    { find: /Bearer /g, forms: [{ starts: ["Bearer "], rest: /[\w.~+/-]{32,2000}={0,2}/y, keepStart: true, unless: isPlain }] },
    {
      // scheme://user:password@host; what comes before the `://` does not matter. The user name is blanked with the password. And two addresses
      // (Slack, Discord) that are themselves the permission to post.
      find: /:\/\//g,
      forms: [
        {
          starts: ["://"],
          rest: /hooks\.zapier\.com\/hooks\/(?:catch|standard)\/\d{3,10}\/\w{5,20}|collectors\.[\w.]{0,20}sumologic\.com\/receiver\/v1\/http\/[\w-]{60,120}={0,2}|hooks\.slack\.com\/services\/T\w{6,12}\/B\w{6,12}\/\w{20,40}|discord(?:app)?\.com\/api\/webhooks\/\d{15,22}\/[\w-]{50,90}|(?!([\w-]{1,30}):\1@(?:localhost|127\.0\.0\.1))[^\s/:"'`<>()\\]{0,64}:(?:[^\s/"'`<>()\\]|\([^\s/"'`<>()\\]{0,40}\)){3,200}@(?=[\w[.-])/y,
          keepStart: true,
          inside: true,
          unless: (value) => value.endsWith("@") && (value.startsWith("[") || PLACEHOLDER.test(value.slice(value.indexOf(":") + 1, -1))),
        },
      ],
    },
  ];
  return list.map(({ find, forms }) => ({
    find,
    forms: Object.fromEntries(forms.flatMap((form) => form.starts.map((start) => [start, form]))),
  }));
})();
