import ts from "typescript";

/** Names of the exported declarations of a file without a documentation comment. One of several overloads must have one. */
export function undocumentedExports(source: ts.SourceFile): string[] {
  const documented = new Set<string>();
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (!isExported(statement)) continue;
    const name = statementName(statement);
    names.add(name);
    if (ts.getJSDocCommentsAndTags(statement).length > 0) documented.add(name);
  }
  return [...names].filter((name) => !documented.has(name));
}

/** Functions, methods, constructors and function types with more than three positional parameters, by line. */
export function longParameterLists(source: ts.SourceFile): number[] {
  const found: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && node.parameters.filter(isPositional).length > 3)
      found.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns whether a file has only re-exports. */
export function onlyReexports(source: ts.SourceFile): boolean {
  return source.statements.every(
    (statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined,
  );
}

function isExported(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true;
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function statementName(statement: ts.Statement): string {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText()).join(", ");
  const { name } = statement as ts.DeclarationStatement;
  return name?.getText() ?? "default";
}

/** `this` is declared like a parameter, but isn't one. */
function isPositional({ name }: ts.ParameterDeclaration): boolean {
  return !(ts.isIdentifier(name) && name.text === "this");
}

/** The lines of spreads whose operand is an object literal: its members can stand there themselves. */
export function spreadLiterals(tree: ts.SourceFile): number[] {
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isSpreadAssignment(node) && isObjectLiteral(node.expression))
      lines.push(tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return lines;
}

function isObjectLiteral(expression: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(expression)) return isObjectLiteral(expression.expression);
  return ts.isObjectLiteralExpression(expression);
}

/** The lines of conditional expressions that are a branch or the condition of another one. */
export function nestedTernaries(tree: ts.SourceFile): number[] {
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isConditionalExpression(node) && isPartOfTernary(node))
      lines.push(tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return lines;
}

function isPartOfTernary({ parent }: ts.Node): boolean {
  if (ts.isParenthesizedExpression(parent)) return isPartOfTernary(parent);
  return ts.isConditionalExpression(parent);
}

/** Names that end with `Of` since a specification or the language says so. */
const givenNames = /^#?(?:allOf|anyOf|oneOf|typeOf|valueOf|sentenceOf)$/;

/** Names of functions that end with `Of` instead of naming what is returned. */
export function misnamedFunctions(tree: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = functionName(node);
    if (name !== undefined && /[a-z]Of$/.test(name) && !givenNames.test(name)) found.push(name);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function functionName(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name?.getText();
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return undefined;
  if (ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer))
    return node.name.getText();
  return undefined;
}

/** Names of the exported types and interfaces of a file. */
export function exportedTypes(tree: ts.SourceFile): string[] {
  return tree.statements
    .filter((statement) => ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
    .filter(isExported)
    .map(statementName);
}
