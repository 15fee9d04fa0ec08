import { language } from "../engine/written.ts";

export const json = language({
  name: "json",
  content: "data",
  noModules: true,
  noUses: true,
  extensions: "json jsonc json5 webmanifest",
  filenames: ".babelrc .eslintrc .prettierrc .swcrc",
  reader: async () => (await import("./reader.ts")).readJson,
});

export const toml = language({
  name: "toml",
  content: "data",
  noModules: true,
  noUses: true,
  extensions: "toml",
  filenames: "Pipfile",
  reader: async () => (await import("./reader.ts")).readToml,
});

export const yaml = language({
  name: "yaml",
  content: "data",
  noModules: true,
  noUses: true,
  extensions: "yaml yml",
  filenames: ".clang-format .clang-tidy",
  reader: async () => (await import("./reader.ts")).readYaml,
});
