import { syntax } from "../cfamily/cdecl.ts";
import { c as family } from "../cfamily/family.ts";
import { language } from "../engine/written.ts";

/** What no C header says. */
const CPP_HEADER =
  /^[ \t]*(?:template\s*<|(?:inline\s+)?namespace\s+[\w:]+\s*\{|class\s+\w+[^;()]*\{|(?:public|private|protected)\s*:|virtual\s+[\w:~]|(?:struct|class)\s+\w+(?:\s+final)?\s*:\s*(?:public|private|protected)\b|[\w:<>&*\s]+\boperator\s*[^\w\s(]{1,3}\s*\(|using\s+(?:namespace\s+)?\w+|#\s*include\s*<(?:string|vector|map|memory|utility|functional|iostream|algorithm|type_traits|cstddef|cstdint)>)/m;

const OBJC_HEADER = /^[ \t]*(?:@interface\b|@protocol\b|@class\b|@import\b|#\s*import\s*[<"]|NS_ASSUME_NONNULL_BEGIN)/m;

export const c = language({
  name: "c",
  casesFree: true,
  bracketed: true,
  preprocessed: true,
  hides: true,
  extensions: "c h",
  rules: async () => (await import("./rules.ts")).c,
  syntax,
  other: [
    { name: "objc", when: OBJC_HEADER },
    { name: "cpp", when: CPP_HEADER },
  ],
  family,
  tagsApart: true,
  callsGiven: ({ name, receiver }) => receiver === null && /^(?:qsort|bsearch|lfind)$/.test(name),
});
