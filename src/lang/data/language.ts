import { language } from "../engine/written.ts";

export const json = language({
  name: "json",
  extensions: "json jsonc json5 webmanifest",
  filenames: ".babelrc .eslintrc .prettierrc .swcrc",
  reader: async () => (await import("./reader.ts")).readJson,
});

export const toml = language({
  name: "toml",
  extensions: "toml",
  filenames: "Pipfile",
  reader: async () => (await import("./reader.ts")).readToml,
});

export const yaml = language({
  name: "yaml",
  extensions: "yaml yml",
  filenames: ".clang-format .clang-tidy",
  reader: async () => (await import("./reader.ts")).readYaml,
});
