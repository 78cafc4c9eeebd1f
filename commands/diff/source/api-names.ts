import type ts from "typescript";
import { json } from "../../../reader/text/json.js";
import type { Use } from "./cause.js";

/** A name within the interfaces of openapi-typescript, such as `components["schemas"]["Pet"]`. */
export interface ApiName {
  readonly name: string;
  /** How programs use it, if its position says so. */
  readonly use?: Use;
  readonly kind: "schema" | "component" | "operation" | "path";
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
  return file.statements.flatMap((statement): ApiName[] => {
    if (!typescript.isInterfaceDeclaration(statement) || !apiInterfaces.has(statement.name.text)) return [];
    const owner = statement.name.text;
    return membersOf(typescript, statement).flatMap(([key, type]): ApiName[] => {
      const name = `${owner}[${json(key)}]`;
      if (owner === "operations") return [{ name, kind: "operation" }];
      if (owner !== "components") return [{ name, kind: "path" }];
      if (type === undefined || !typescript.isTypeLiteralNode(type)) return [];
      return membersOf(typescript, type).map(([inner]) => ({
        name: `${name}[${json(inner)}]`,
        kind: key === "schemas" ? "schema" : "component",
        ...(uses[key] && { use: uses[key] }),
      }));
    });
  });
}

/** The name that a type node gives its type: `components["schemas"]["Pet"]`. */
export function nameOfNode(typescript: typeof ts, node: ts.TypeNode | undefined): string | undefined {
  if (node === undefined || !typescript.isIndexedAccessTypeNode(node)) return undefined;
  const { objectType, indexType } = node;
  if (!typescript.isIndexedAccessTypeNode(objectType)) return undefined;
  const [section, name] = [objectType.indexType, indexType].map((each) =>
    typescript.isLiteralTypeNode(each) && typescript.isStringLiteral(each.literal)
      ? each.literal.text
      : undefined,
  );
  if (section !== "schemas" || name === undefined) return undefined;
  return `components[${json(section)}][${json(name)}]`;
}

function membersOf(
  typescript: typeof ts,
  { members }: ts.InterfaceDeclaration | ts.TypeLiteralNode,
): (readonly [string, ts.TypeNode | undefined])[] {
  return members.flatMap((member) => {
    if (!typescript.isPropertySignature(member)) return [];
    const { name, type } = member;
    return typescript.isIdentifier(name) ||
      typescript.isStringLiteral(name) ||
      typescript.isNumericLiteral(name)
      ? [[name.text, type] as const]
      : [];
  });
}
