/** Types as written → the name to look them up by. */

import { fold, isIdentifier } from "./lex.ts";
import { ID$, re } from "./words.ts";

/** Wrappers whose only meaning for a lookup is their argument. */
const TRANSPARENT =
  /^(?:Optional|typing\.Optional|Readonly|Required|Partial|NonNullable|Final|ClassVar|Annotated|Box|Rc|Arc|RefCell|Ref)\s*[<[]\s*/;

/**
 * The name to look a type up by: modifiers, pointers, nullability and generics are taken off.
 * `&mut db::Pool<T>` → `db::Pool`, `Session | None` → `Session`; "" for arrays, unions, functions and literals.
 */
export function typeName(type: string): string {
  if (isIdentifier(type)) return type;
  let text = fold(type).replace(/^["']|["']$/g, "");
  text = text.replace(
    /^(?:&\s*)?(?:'\w+\s+)?(?:(?:mut|const|readonly|dyn|impl|final|struct|ref|in|out|unique|weak|var|enum|class)\s+)*[*&?\s]*/,
    "",
  );
  for (let wrapped = TRANSPARENT.exec(text); wrapped; wrapped = TRANSPARENT.exec(text))
    text = text.slice(wrapped[0].length).replace(/[>\]]$/, "");
  text = text.replace(/\s*\|\s*(?:None|null|undefined)\b/g, "").replace(/^(?:None|null|undefined)\s*\|\s*/, "");
  const name = re`^[a-zA-Z\x80-\u{10FFFF}_$\\][\w\x80-\u{10FFFF}$]*(?:(?:\.|::|\\)${ID$})*`.exec(text)?.[0] ?? "";
  const rest = text.slice(name.length).trim();
  if (rest === "" || /^[?!*&]+$/.test(rest)) return name;
  if (/^(?:<.*>|\[[^\]]+\])[?!*&\s]*$/.test(rest) && !rest.includes(" | ")) return name;
  return "";
}
