import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The folder of the repository. */
export const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** One import of one source file. */
export interface Import {
  readonly from: string;
  /** A path in the repository, or the name of a package. */
  readonly to: string;
  /** The import is relative: `to` is a path. */
  readonly own: boolean;
  /** The compiler erases the import, so nothing is loaded. */
  readonly typeOnly: boolean;
}

/** A source file of the repository. */
export interface Source {
  /** From the root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
  readonly imports: readonly Import[];
}

/** Not ours, or made from other files. */
const leftOut = new Set(["node_modules", "dist", "golden", "out", "client-out"]);

function* pathsBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(join(repository, folder), { withFileTypes: true })) {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith(".") && !leftOut.has(entry.name))
      yield* pathsBelow(path);
    else if (entry.isFile() && /\.(?:tsx?|mjs|js|cjs)$/.test(entry.name)) yield path;
  }
}

/** Every source file of the repository: the list is read from the disk, and each file is parsed once. */
export const sources: readonly Source[] = readSources();

function readSources(): Source[] {
  const paths = [...pathsBelow(".")].sort();
  const known = new Set(paths);
  return paths.map((path) => {
    const text = readFileSync(join(repository, path), "utf8");
    const tree = parse(text, path);
    return { path, text, tree, imports: findImports(path, tree, known) };
  });
}

/** The source files of some folders, or files. */
export function sourcesIn(...places: readonly string[]): Source[] {
  return sources.filter(({ path }) => places.some((place) => path === place || path.startsWith(`${place}/`)));
}

/** The file at a path. Throws if there is none. */
export function sourceAt(path: string): Source {
  const found = sources.find((source) => source.path === path);
  if (found === undefined) throw new Error(`there is no ${path}`);
  return found;
}

/** The folders at the root that contain source files. */
export function rootFolders(): string[] {
  return [...new Set(sources.flatMap(({ path }) => (path.includes("/") ? [path.split("/")[0] ?? ""] : [])))];
}

/** The tree of a text. */
export function parse(text: string, path = "a.ts"): ts.SourceFile {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : undefined;
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
}

/** Every `import`, `export … from` and `import()` of a file. */
function findImports(from: string, tree: ts.SourceFile, known: ReadonlySet<string>): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean): void => {
    const own = specifier.startsWith(".");
    const to = own ? findSource(posix.join(dirname(from), specifier), known) : specifier;
    found.push({ from, to, own, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
      add(node.moduleSpecifier.text, isTypeOnly(node.importClause));
    if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier))
      add(node.moduleSpecifier.text, node.isTypeOnly || namesOnlyTypes(node.exportClause));
    if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    )
      add(node.argument.literal.text, true);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [target] = node.arguments;
      if (target && ts.isStringLiteral(target)) add(target.text, false);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The source file of an import, which names the compiled file. */
function findSource(path: string, known: ReadonlySet<string>): string {
  const base = path.replace(/\.jsx?$/, "");
  return (
    [`${base}.ts`, `${base}.tsx`, `${base}.d.ts`, `${path}.ts`, `${path}.tsx`].find((each) =>
      known.has(each),
    ) ?? path
  );
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  return clause.isTypeOnly || (clause.name === undefined && namesOnlyTypes(clause.namedBindings));
}

function namesOnlyTypes(bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined): boolean {
  if (bindings === undefined || !(ts.isNamedImports(bindings) || ts.isNamedExports(bindings))) return false;
  return bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly);
}
