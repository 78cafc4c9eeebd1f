import type ts from "typescript";
import { json } from "../../../reader/text/json.js";
import type { Use } from "./cause.js";

/** A name within the interfaces of openapi-typescript, such as `components["schemas"]["Pet"]`. */
export interface ApiName {
  readonly name: string;
  /** How programs use it, if its position says so. */
  readonly use?: Use;
  /** `alias`: of a type with an exported name of its own. */
  readonly kind: "alias" | "component" | "operation" | "path";
}

/** The interfaces whose members have names in the contract. */
export const apiInterfaces: ReadonlySet<string> = new Set([
  "components",
  "operations",
  "paths",
  "webhooks",
  "$defs",
]);

const uses: Readonly<Record<string, Use>> = {
  parameters: "sent",
  requestBodies: "sent",
  responses: "received",
  headers: "received",
};

/** The names of schemas, other components, operations, paths and webhooks that a module of types declares. */
export function apiNames(typescript: typeof ts, file: ts.SourceFile): ApiName[] {
  const isAlias = (node: ts.TypeNode): boolean =>
    typescript.isTypeReferenceNode(node) && node.typeArguments === undefined;
  return file.statements.flatMap((statement): ApiName[] => {
    if (!typescript.isInterfaceDeclaration(statement) || !apiInterfaces.has(statement.name.text)) return [];
    const owner = statement.name.text;
    return listMembers(typescript, statement).flatMap(([key, type]): ApiName[] => {
      const name = `${owner}[${json(key)}]`;
      if (owner === "operations") return [{ name, kind: "operation" }];
      if (owner !== "components") return [{ name, kind: "path" }];
      if (type === undefined || !typescript.isTypeLiteralNode(type)) return [];
      return listMembers(typescript, type).map(([inner, node]) => ({
        name: `${name}[${json(inner)}]`,
        kind: node !== undefined && isAlias(node) ? "alias" : "component",
        ...(uses[key] && { use: uses[key] }),
      }));
    });
  });
}

function listMembers(
  typescript: typeof ts,
  { members }: ts.InterfaceDeclaration | ts.TypeLiteralNode,
): (readonly [string, ts.TypeNode | undefined])[] {
  return members.flatMap((member) => {
    if (!typescript.isPropertySignature(member)) return [];
    const { name, type } = member;
    if (
      typescript.isIdentifier(name) ||
      typescript.isStringLiteral(name) ||
      typescript.isNumericLiteral(name)
    )
      return [[name.text, type] as const];
    return [];
  });
}

/** What a module declares and exports. */
export interface ModuleExports {
  readonly own: ReadonlyMap<string, OwnExport>;
  /** What it exports of other modules, by name. */
  readonly others: ReadonlyMap<string, ExportOrigin>;
}

/** A name and the module that declares it; without a name, the module itself as a namespace. */
interface ExportOrigin {
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
export function moduleExports(
  typescript: typeof ts,
  files: ReadonlyMap<string, ts.SourceFile>,
): ReadonlyMap<string, ModuleExports> {
  const own = new Map([...files].map(([path, file]) => [path, ownExports(typescript, file)]));
  const others = new Map<string, ReadonlyMap<string, ExportOrigin>>();
  const findOthers = (path: string): ReadonlyMap<string, ExportOrigin> => {
    const known = others.get(path);
    if (known !== undefined) return known;
    const found = new Map<string, ExportOrigin>();
    others.set(path, found);
    for (const { from, names } of reexports(typescript, files.get(path))) {
      const module = resolvePath(path, from, files);
      if (module === undefined) continue;
      const findOrigin = (name: string): ExportOrigin => findOthers(module).get(name) ?? { module, name };
      if (names === "all")
        for (const name of [...(own.get(module)?.keys() ?? []), ...findOthers(module).keys()])
          found.set(name, findOrigin(name));
      else if (typeof names === "string") found.set(names.slice(namespace.length), { module });
      else for (const [name, original] of names) found.set(name, findOrigin(original));
    }
    return found;
  };
  return new Map([...own].map(([path, declared]) => [path, { own: declared, others: findOthers(path) }]));
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
      add(statement.name.text, { type: { parameters: toTypeParameters(statement.typeParameters) } });
    else if (typescript.isFunctionDeclaration(statement) && statement.name !== undefined)
      add(statement.name.text, {
        value: { kind: "code", parameters: toTypeParameters(statement.typeParameters) },
      });
    else if (typescript.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (typescript.isIdentifier(name))
          add(name.text, {
            value: {
              kind: isConstant(typescript, initializer) ? "data" : "code",
              parameters: toTypeParameters(undefined),
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

function toTypeParameters(parameters: ts.NodeArray<ts.TypeParameterDeclaration> | undefined): TypeParameters {
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
