import { language } from "../engine/language.ts";

export const json = language({
  name: "json",
  extensions: "json jsonc json5 webmanifest",
  reader: async () => (await import("./reader.ts")).readJson,
  filenames: ".babelrc .eslintrc .prettierrc .swcrc",
});

export const toml = language({
  name: "toml",
  extensions: "toml",
  reader: async () => (await import("./reader.ts")).readToml,
  filenames: "Pipfile",
});

export const yaml = language({
  name: "yaml",
  extensions: "yaml yml",
  reader: async () => (await import("./reader.ts")).readYaml,
  filenames: ".clang-format .clang-tidy",
});
