import { throughHolder } from "../engine/resolve/holders.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { language } from "../engine/written.ts";
import { ruby as family } from "./family.ts";

export const syntax: Syntax = {
  names: new Set("is await elif assert del typeof void delete".split(" ")),
  separators: ["&.", "::", "."],
  quotes: "\"'`",
  lineComments: ["#"],
  blockComments: [["=begin", "=end"]],
  identifier: "?!@$",
};

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
  syntax,
  family,
  callsGiven: throughHolder,
});
