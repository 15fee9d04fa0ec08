import { throughHolder } from "../engine/resolve/holders.ts";
import type { Syntax } from "../engine/rules/_rules.ts";
import { words } from "../engine/words.ts";
import { language } from "../engine/written.ts";
import { ruby as family } from "./family.ts";

export const syntax: Syntax = {
  names: words("is await elif assert del typeof void delete"),
  separators: ["&.", "::", "."],
  quotes: "\"'`",
  lineComments: ["#"],
  blockComments: [["=begin", "=end"]],
  identifier: "?!@$",
};

export const ruby = language({
  name: "ruby",
  unspoken: /^(?:each|coerce|inherited|included|extended|prepended|method_added|const_missing|respond_to_missing\?|to_str|to_ary|to_proc)$/,
  inherent: /^(?:to_s|inspect|hash|eql\?|equal\?|[!=]=|===|=~|dup|clone|freeze|respond_to\?|method_missing)$/,
  bareCalls: true,
  hides: true,
  privateWithoutReceiver: true,
  visibility: /^\s*(?:private|protected|public|module_function|private_class_method|public_class_method|private_constant)\b/,
  bareHeads: true,
  extensions: "rb rake gemspec ru podspec rbw thor jbuilder",
  filenames: "Rakefile Gemfile Guardfile Capfile Vagrantfile Podfile Fastfile Brewfile Dangerfile",
  shebangs: "ruby jruby",
  rules: async () => (await import("./rules.ts")).ruby,
  syntax,
  family,
  callsGiven: throughHolder,
});
