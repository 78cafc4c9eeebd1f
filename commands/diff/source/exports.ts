import type ts from "typescript";

/** What a module declares and exports. */
export interface ModuleExports {
  readonly own: ReadonlyMap<string, OwnExport>;
  /** What it exports of other modules, by name. */
  readonly others: ReadonlyMap<string, Origin>;
}

/** A name and the module that declares it; without a name, the module itself as a namespace. */
export interface Origin {
  readonly module: string;
  readonly name?: string;
}

/** A declared name: a type, a value or both. */
export interface OwnExport {
  readonly type?: { readonly parameters: TypeParameters };
  /** `data`: a constant without functions, whose literals are its values rather than a promise. */
  readonly value?: { readonly kind: "code" | "data"; readonly parameters: TypeParameters };
}

/** How many type parameters there are, and how many of them must be given. */
export interface TypeParameters {
  readonly least: number;
  readonly most: number;
}

/** The exports of all modules, by path. `files`: the parsed modules of one SDK by their path in it. */
export function exportsOf(
  typescript: typeof ts,
  files: ReadonlyMap<string, ts.SourceFile>,
): ReadonlyMap<string, ModuleExports> {
  const own = new Map([...files].map(([path, file]) => [path, ownExports(typescript, file)]));
  const others = new Map<string, ReadonlyMap<string, Origin>>();
  const othersOf = (path: string): ReadonlyMap<string, Origin> => {
    const known = others.get(path);
    if (known !== undefined) return known;
    const found = new Map<string, Origin>();
    others.set(path, found);
    for (const { from, names } of reexports(typescript, files.get(path))) {
      const module = resolvePath(path, from, files);
      if (module === undefined) continue;
      const originOf = (name: string): Origin => othersOf(module).get(name) ?? { module, name };
      if (names === "all")
        for (const name of [...(own.get(module)?.keys() ?? []), ...othersOf(module).keys()])
          found.set(name, originOf(name));
      else if (typeof names === "string") found.set(names.slice(namespace.length), { module });
      else for (const [name, original] of names) found.set(name, originOf(original));
    }
    return found;
  };
  return new Map([...own].map(([path, declared]) => [path, { own: declared, others: othersOf(path) }]));
}

const namespace = "namespace ";

interface Reexport {
  readonly from: string;
  /** All, `namespace <name>`, or names with those that they have in the other module. */
  readonly names: "all" | string | readonly (readonly [string, string])[];
}

function reexports(typescript: typeof ts, file: ts.SourceFile | undefined): Reexport[] {
  return (file?.statements ?? []).flatMap((statement): Reexport[] => {
    if (!typescript.isExportDeclaration(statement)) return [];
    const { exportClause, moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !typescript.isStringLiteral(moduleSpecifier)) return [];
    const from = moduleSpecifier.text;
    if (exportClause === undefined) return [{ from, names: "all" }];
    if (typescript.isNamespaceExport(exportClause))
      return [{ from, names: `${namespace}${exportClause.name.text}` }];
    return [
      {
        from,
        names: exportClause.elements.map(({ name, propertyName }) => [
          name.text,
          (propertyName ?? name).text,
        ]),
      },
    ];
  });
}

function ownExports(typescript: typeof ts, file: ts.SourceFile): ReadonlyMap<string, OwnExport> {
  const found = new Map<string, OwnExport>();
  const add = (name: string, more: OwnExport): void => {
    found.set(name, { ...more, ...found.get(name) });
  };
  for (const statement of file.statements) {
    const modifiers = typescript.canHaveModifiers(statement) ? typescript.getModifiers(statement) : undefined;
    if (!modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.ExportKeyword)) continue;
    if (typescript.isInterfaceDeclaration(statement) || typescript.isTypeAliasDeclaration(statement))
      add(statement.name.text, { type: { parameters: parametersOf(statement.typeParameters) } });
    else if (typescript.isFunctionDeclaration(statement) && statement.name !== undefined)
      add(statement.name.text, {
        value: { kind: "code", parameters: parametersOf(statement.typeParameters) },
      });
    else if (typescript.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (typescript.isIdentifier(name))
          add(name.text, {
            value: {
              kind: isConstant(typescript, initializer) ? "data" : "code",
              parameters: parametersOf(undefined),
            },
          });
  }
  return found;
}

/** `… as const`, with or without `satisfies`. */
function isConstant(typescript: typeof ts, expression: ts.Expression | undefined): boolean {
  if (expression === undefined) return false;
  if (typescript.isSatisfiesExpression(expression)) return isConstant(typescript, expression.expression);
  return typescript.isAsExpression(expression) && typescript.isConstTypeReference(expression.type);
}

function parametersOf(parameters: ts.NodeArray<ts.TypeParameterDeclaration> | undefined): TypeParameters {
  const all = parameters ?? [];
  return { least: all.filter((each) => each.default === undefined).length, most: all.length };
}

/** The path in the SDK of the module that an import names. */
function resolvePath(
  from: string,
  specifier: string,
  files: ReadonlyMap<string, unknown>,
): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.replace(/\.js$/, "").split("/"))
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  const stem = parts.join("/");
  return [`${stem}.ts`, `${stem}.d.ts`].find((path) => files.has(path));
}
