import { language } from "../engine/language.ts";
import { ruby as family } from "./family.ts";

export const ruby = language({
  name: "ruby",
  extensions: "rb rake gemspec ru podspec rbw thor jbuilder",
  rules: async () => (await import("./rules.ts")).ruby,
  shebangs: "ruby jruby",
  filenames: "Rakefile Gemfile Guardfile Capfile Vagrantfile Podfile Fastfile Brewfile Dangerfile",
  family,
});
