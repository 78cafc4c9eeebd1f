// Measures how the code of a project reads, room by room: `node tools/measure-code.mjs [FOLDER] [--rooms a,b/c]`. Without a folder it measures
// this repository. A room is a folder; by default, each folder at the top. Generated and built files don't count. The numbers:
// files, lines of code per file (median), imports per 100 lines, ternaries per 1,000 lines, nested ternaries, spreads of an object literal,
// functions named `…Of`, and names of exported types that two or more files have.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { rooms: { type: "string" } } });
const root = resolve(positionals[0] ?? ".");
const skipped = /^(?:node_modules|dist|build|generated|coverage|vendor|__.*__|\..*)$/;

/** The TypeScript below a folder, without declarations and built files. */
function sourcesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.test(entry.name) ? [] : sourcesIn(path);
    if (/(?<!\.d)\.[cm]?tsx?$/.test(entry.name)) return [path];
    return [];
  });
}

/** What one file has of each. */
function measured(path) {
  const text = readFileSync(join(root, path), "utf8");
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const counts = { imports: 0, ternaries: 0, nested: 0, spreads: 0, functions: 0, namedOf: 0 };
  const types = [];
  visit(source);
  return { lines: text.split("\n").filter((line) => line.trim() !== "").length, ...counts, types };

  function visit(node) {
    if (ts.isImportDeclaration(node)) counts.imports++;
    if (ts.isConditionalExpression(node)) {
      counts.ternaries++;
      if (isInTernary(node)) counts.nested++;
    }
    if (ts.isSpreadAssignment(node) && isLiteral(node.expression)) counts.spreads++;
    const name = functionName(node);
    if (name !== undefined) {
      counts.functions++;
      if (/[a-z]Of$/.test(name)) counts.namedOf++;
    }
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
    if (isType && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
      types.push(node.name.text);
    ts.forEachChild(node, visit);
  }
}

/** Whether a ternary is a branch or the condition of another one. */
function isInTernary(node) {
  let outer = node.parent;
  while (ts.isParenthesizedExpression(outer)) outer = outer.parent;
  return ts.isConditionalExpression(outer);
}

/** Whether an expression that is spread is `{ … }`, also as a branch. */
function isLiteral(expression) {
  if (ts.isParenthesizedExpression(expression)) return isLiteral(expression.expression);
  return ts.isObjectLiteralExpression(expression);
}

function functionName(node) {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name?.getText();
  const isFunction =
    ts.isVariableDeclaration(node) &&
    node.initializer !== undefined &&
    (ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer));
  if (isFunction && ts.isIdentifier(node.name)) return node.name.text;
  return undefined;
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** A row of the table. */
function rowOf(room, files) {
  const found = files.map(measured);
  const sum = (key) => found.reduce((total, file) => total + file[key], 0);
  const lines = sum("lines");
  const owners = new Map();
  for (const { types } of found)
    for (const name of new Set(types)) owners.set(name, (owners.get(name) ?? 0) + 1);
  return {
    room,
    files: files.length,
    lines,
    median: median(found.map((file) => file.lines)),
    "imports/100": lines === 0 ? 0 : Number(((sum("imports") / lines) * 100).toFixed(1)),
    "ternaries/1000": lines === 0 ? 0 : Number(((sum("ternaries") / lines) * 1000).toFixed(1)),
    nested: sum("nested"),
    spreads: sum("spreads"),
    functions: sum("functions"),
    "…Of": sum("namedOf"),
    "types twice": [...owners.values()].filter((count) => count > 1).length,
  };
}

const rooms =
  values.rooms?.split(",") ??
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !skipped.test(entry.name))
    .map(({ name }) => name);
const rows = rooms.map((room) => [room, sourcesIn(room)]).filter(([, files]) => files.length > 0);
const handwritten = rows.filter(([room]) => !/^tests?$/.test(room)).flatMap(([, files]) => files);
console.table([...rows.map(([room, files]) => rowOf(room, files)), rowOf("all but tests", handwritten)]);
