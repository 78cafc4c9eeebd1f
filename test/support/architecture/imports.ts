import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

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

/** The source files below folders of the repository, including generated JavaScript, without compiled files. */
export function sourcesIn(...folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
        .map((path) => posix.join(folder, path))
        .filter((path) => /\.(?:ts|js|mjs)$/.test(path) && !/\/(?:dist|node_modules)\//.test(path)),
    )
    .sort();
}

/** Every `import`, `export … from` and `import()` of a file. */
export function importsOf(from: string): Import[] {
  const text = readFileSync(join(repository, from), "utf8");
  const source = ts.createSourceFile(from, text, ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean): void => {
    const own = specifier.startsWith(".");
    found.push({ from, to: own ? sourceAt(posix.join(dirname(from), specifier)) : specifier, own, typeOnly });
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
  visit(source);
  return found;
}

/** Finds the source file of an import, which names the compiled file. */
function sourceAt(path: string): string {
  const source = path.replace(/\.js$/, ".ts");
  return existsSync(join(repository, source)) ? source : path;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  return clause.isTypeOnly || (clause.name === undefined && namesOnlyTypes(clause.namedBindings));
}

function namesOnlyTypes(bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined): boolean {
  if (bindings === undefined || !(ts.isNamedImports(bindings) || ts.isNamedExports(bindings))) return false;
  return bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly);
}
