/**
 * Calls of a tree as the TypeScript compiler understands them, one JSON line each: run by accuracy.ts with the compiler's folder.
 *
 *   node tsc.mjs TYPESCRIPT-FOLDER ROOT < LIST-OF-FILES
 *
 * A line is `[file, line, column, name, file of the definition, its line, its name]`; lines are 1-based, columns 0-based. Only calls whose
 * definition is a function, a class or a member with a value or signature of its own in one of the listed files are told: a call of a
 * parameter has no such definition, however the types look.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";

const [, , folder, rootArgument] = process.argv;
const ts = createRequire(join(resolve(folder), "package.json"))("typescript");
const root = resolve(rootArgument);
const names = readFileSync(0, "utf8").split("\n").filter(Boolean);
const files = names.map((name) => join(root, name));
const listed = new Set(files);

const program = ts.createProgram(files, {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  allowJs: true,
  checkJs: false,
  maxNodeModuleJsDepth: 0,
  noEmit: true,
  strict: true,
  jsx: ts.JsxEmit.Preserve,
  experimentalDecorators: true,
  skipLibCheck: true,
  types: [],
});
const checker = program.getTypeChecker();
const S = ts.SyntaxKind;

/** The function or class a node is or holds, as a place with a name; null for what cannot be called by itself. */
function definition(node) {
  if (!node) return null;
  const file = node.getSourceFile();
  if (!listed.has(file.fileName)) return null;
  let name = node.name;
  if (!name && ts.isConstructorDeclaration(node)) return definition(node.parent);
  if (
    (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isIdentifier(node)) &&
    ts.isBinaryExpression(node.parent)
  )
    name = ts.isPropertyAccessExpression(node) ? node.name : node;
  if (ts.isBinaryExpression(node)) name = ts.isPropertyAccessExpression(node.left) ? node.left.name : node.left;
  if (!name && node.parent && (ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent))) name = node.parent.name;
  const at = name ?? node;
  const { line } = file.getLineAndCharacterOfPosition(at.getStart(file));
  return [relative(root, file.fileName), line + 1, name ? name.getText(file).replace(/^["']|["']$/g, "") : "default"];
}

function initialiser(node) {
  let value = node.initializer;
  while (value && (ts.isParenthesizedExpression(value) || ts.isAsExpression(value) || ts.isSatisfiesExpression?.(value)))
    value = value.expression;
  return value;
}

/** Of the declarations of a symbol, the one that is called. */
function called(symbol) {
  const declarations = symbol.declarations ?? [];
  const callable = declarations.filter((one) => {
    if (ts.isParameter(one) || ts.isBindingElement(one) || ts.isTypeParameterDeclaration(one) || ts.isImportSpecifier(one)) return false;
    if (ts.isFunctionLike(one) || ts.isClassLike(one)) return true;
    if (ts.isVariableDeclaration(one) || ts.isPropertyAssignment(one) || ts.isPropertyDeclaration(one)) {
      const value = initialiser(one);
      return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value) || ts.isClassExpression(value));
    }
    if (ts.isBinaryExpression(one) || ts.isPropertyAccessExpression(one) || ts.isIdentifier(one)) {
      const assignment = ts.isBinaryExpression(one) ? one : one.parent;
      return (
        ts.isBinaryExpression(assignment) &&
        (ts.isFunctionExpression(assignment.right) || ts.isArrowFunction(assignment.right) || ts.isClassExpression(assignment.right))
      );
    }
    return false;
  });
  return callable.find((one) => one.body || one.members || one.initializer) ?? callable[0] ?? null;
}

function symbolAt(node) {
  let at = node;
  while (ts.isParenthesizedExpression(at) || ts.isNonNullExpression(at) || ts.isAsExpression(at)) at = at.expression;
  const name = ts.isPropertyAccessExpression(at) ? at.name : ts.isElementAccessExpression(at) ? at.argumentExpression : at;
  let symbol = checker.getSymbolAtLocation(name);
  for (let i = 0; symbol && i < 10; i++) {
    const [first] = symbol.declarations ?? [];
    if (symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    else if (first && ts.isShorthandPropertyAssignment(first)) symbol = checker.getShorthandAssignmentValueSymbol(first);
    else break;
  }
  return { name, symbol };
}

const out = [];
function tell(node, target) {
  const { name, symbol } = symbolAt(target);
  const found = symbol && called(symbol);
  const place = found && definition(found);
  if (!place) return;
  const file = node.getSourceFile();
  const { line, character } = file.getLineAndCharacterOfPosition(name.getStart(file));
  out.push(JSON.stringify([relative(root, file.fileName), line + 1, character, name.getText(file), ...place]));
}

function visit(node) {
  if (ts.isCallExpression(node) && node.expression.kind !== S.ImportKeyword) {
    if (node.expression.kind === S.SuperKeyword) {
      const type = checker.getTypeAtLocation(node.expression);
      const found = type.symbol && called(type.symbol);
      const place = found && definition(found);
      const file = node.getSourceFile();
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
      if (place) out.push(JSON.stringify([relative(root, file.fileName), line + 1, character, "super", ...place]));
    } else tell(node, node.expression);
  } else if (ts.isNewExpression(node)) tell(node, node.expression);
  else if (ts.isTaggedTemplateExpression(node)) tell(node, node.tag);
  else if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) tell(node, node.tagName);
  ts.forEachChild(node, visit);
}
for (const path of files) {
  const file = program.getSourceFile(path);
  if (file) visit(file);
}
process.stdout.write(`${out.join("\n")}\n`);
