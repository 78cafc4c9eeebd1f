import { OipkitError } from "@oipkit/runtime/errors";
import ts from "typescript";
import type { GeneratedFile } from "../emit/file.js";

/**
 * The files of `validators/` as JavaScript, each with the declarations that others import, and all other files as they are.
 * Only types go: the code stays as it was written.
 */
export function validatorsInJavaScript(files: readonly GeneratedFile[]): readonly GeneratedFile[] {
  return files.flatMap(({ path, text }) => {
    if (!/^validators\/.*\.ts$/.test(path)) return [{ path, text }];
    const name = path.slice(0, -".ts".length);
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS);
    if (file.statements.every(isTypeOnly)) return [{ path: `${name}.d.ts`, text }];
    const script = { path: `${name}.js`, text: withoutTypes(file) };
    if (isInternal(name)) return [script];
    return [script, { path: `${name}.d.ts`, text: declarations(file) }];
  });
}

/** What only validators import. */
function isInternal(name: string): boolean {
  return name === "validators/support" || name.endsWith(".definitions");
}

function isTypeOnly(statement: ts.Statement): boolean {
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return true;
  if (ts.isImportDeclaration(statement)) return statement.importClause?.isTypeOnly === true;
  return ts.isExportDeclaration(statement) && statement.isTypeOnly;
}

/** The text of a file without its types. Throws `OutputFormError` where it has TypeScript that can't be left out. */
function withoutTypes(file: ts.SourceFile): string {
  const erased: Range[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStatement(node) && isTypeOnly(node)) {
      erased.push(statementRange(file, node));
      return;
    }
    const ranges = typeRanges(file, node);
    erased.push(...ranges);
    ts.forEachChild(node, (child) => {
      if (ranges.some(({ from, to }) => from <= child.getStart(file) && child.end <= to)) return;
      if (isOnlyTypeScript(child)) throw new OutputFormError(file.fileName, child.getText(file));
      visit(child);
    });
  };
  visit(file);
  let text = "";
  let last = 0;
  for (const { from, to } of erased.sort((a, b) => a.from - b.from)) {
    text += file.text.slice(last, from);
    last = to;
  }
  return (text + file.text.slice(last)).replace(/^\/\/ @ts-nocheck\n/m, "");
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** A statement with its comment and a line break. What precedes the first one belongs to the file. */
function statementRange(file: ts.SourceFile, statement: ts.Statement): Range {
  if (statement !== file.statements[0]) return { from: statement.pos, to: statement.end };
  return { from: statement.getStart(file), to: file.text.indexOf("\n", statement.end) + 1 };
}

/** The types that a node itself has. */
function typeRanges(file: ts.SourceFile, node: ts.Node): Range[] {
  if (ts.isParameter(node) || ts.isVariableDeclaration(node)) {
    if (node.type === undefined) return [];
    return [{ from: node.name.end, to: node.type.end }];
  }
  if (ts.isFunctionDeclaration(node) || ts.isArrowFunction(node)) {
    const { typeParameters, parameters, type } = node;
    return [
      ...(typeParameters === undefined ? [] : [{ from: typeParameters.pos - 1, to: typeParameters.end + 1 }]),
      ...(type === undefined ? [] : [{ from: file.text.indexOf(")", parameters.end) + 1, to: type.end }]),
    ];
  }
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isNonNullExpression(node))
    return [{ from: node.expression.end, to: node.end }];
  return [];
}

function isOnlyTypeScript(node: ts.Node): boolean {
  if (ts.isExpressionWithTypeArguments(node)) return node.typeArguments !== undefined;
  return (
    ts.isTypeNode(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isModuleDeclaration(node) ||
    ts.isImportEqualsDeclaration(node) ||
    (ts.isModifier(node) && !javaScriptModifiers.has(node.kind)) ||
    ((ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) && node.isTypeOnly)
  );
}

const javaScriptModifiers: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ExportKeyword,
  ts.SyntaxKind.DefaultKeyword,
  ts.SyntaxKind.AsyncKeyword,
  ts.SyntaxKind.StaticKeyword,
  ts.SyntaxKind.InKeyword,
]);

function declarations(file: ts.SourceFile): string {
  const { outputText } = ts.transpileDeclaration(file.text, {
    fileName: file.fileName,
    compilerOptions: { removeComments: false, target: ts.ScriptTarget.ES2022 },
  });
  const header = /^(?:\/\/.*\n)*/.exec(file.text.replace("// @ts-nocheck\n", ""))?.[0] ?? "";
  const text = outputText.replace(/^\/\/.*\n/gm, "");
  // The compiler indents by four spaces.
  return header + text.replace(/^(?: {4})+/gm, (spaces) => spaces.slice(spaces.length / 2));
}

/** A template of a validator has TypeScript that isn't only types, so that it has no form in JavaScript. */
export class OutputFormError extends OipkitError {
  readonly code = "output-form";
  constructor(
    readonly path: string,
    readonly source: string,
  ) {
    super(
      `${path} can't be JavaScript because of \`${source}\`; change the template, or use \`--validators ts\``,
    );
  }
}
