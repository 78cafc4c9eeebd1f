import ts from "typescript";

/** Names of the exported declarations of a file without a documentation comment. One of several overloads must have one. */
export function undocumentedExports(source: ts.SourceFile): string[] {
  const documented = new Set<string>();
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (!isExported(statement)) continue;
    const name = nameOf(statement);
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

function nameOf(statement: ts.Statement): string {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText()).join(", ");
  const { name } = statement as ts.DeclarationStatement;
  return name?.getText() ?? "default";
}

/** `this` is declared like a parameter, but isn't one. */
function isPositional({ name }: ts.ParameterDeclaration): boolean {
  return !(ts.isIdentifier(name) && name.text === "this");
}
