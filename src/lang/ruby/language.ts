import { throughHolder } from "../engine/resolve/_builtins.ts";
import { language } from "../engine/written.ts";
import { ruby as family } from "./family.ts";

export const ruby = language({
  name: "ruby",
  bareCalls: true,
  hides: true,
  privateWithoutReceiver: true,
  bareHeads: true,
  extensions: "rb rake gemspec ru podspec rbw thor jbuilder",
  filenames: "Rakefile Gemfile Guardfile Capfile Vagrantfile Podfile Fastfile Brewfile Dangerfile",
  shebangs: "ruby jruby",
  rules: async () => (await import("./rules.ts")).ruby,
  family,
  callsGiven: throughHolder,
});
