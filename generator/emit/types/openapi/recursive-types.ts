import type {
  InterfaceDeclaration,
  Node,
  PropertySignature,
  TypeElement,
  TypeLiteralNode,
  TypeNode,
} from "typescript";
import { cyclesOf } from "../../../../reader/documents/references/cycles.js";
import { loadTypescript } from "../../../../reader/large-libraries.js";
import { Names, pascalCase } from "../../../../reader/model/names.js";

/** Names at the top of the types of an API. */
const taken = ["paths", "webhooks", "components", "operations", "$defs", "WithRequired"];

/**
 * The statements of openapi-typescript in a form that compiles if a component is a list of itself, or a union with one. TypeScript
 * resolves a member of `components` at once, but the item of a list in a type alias only when it is needed, so such
 * components become aliases. Returns the aliases and the statements.
 */
export function withRecursiveTypes(statements: readonly Node[]): readonly Node[] {
  const components = statements
    .filter(loadTypescript().isInterfaceDeclaration)
    .find(({ name }) => name.text === "components");
  const members = components && membersOf(components);
  if (members === undefined) return statements;
  const uses = new Map([...members].map(([name, { type }]) => [name, usesOf(type, members)]));
  const cyclic = cyclesOf([...members.keys()], (name) => uses.get(name)?.map((use) => use.name) ?? []);
  if (cyclic.size === 0) return statements;
  const { factory } = loadTypescript();
  const names = new Names(taken);
  const aliases = new Map(
    [...cyclic.keys()].map((name) => [name, names.take(`Recursive${pascalCase(name)}`)]),
  );
  const endless = endlessUses([...cyclic.keys()], uses);
  const declared: Node[] = [];
  const types = new Map<Node, TypeNode>();
  for (const [name, alias] of aliases) {
    const member = members.get(name);
    if (member?.type === undefined) continue;
    const type = replaced(member.type, (node) => {
      const used = nameOf(node);
      const other = used === undefined ? undefined : aliases.get(used);
      if (other === undefined) return undefined;
      return endless.has(node)
        ? factory.createKeywordTypeNode(loadTypescript().SyntaxKind.UnknownKeyword)
        : factory.createTypeReferenceNode(other);
    });
    declared.push(factory.createTypeAliasDeclaration(undefined, alias, undefined, type));
    types.set(member.type, factory.createTypeReferenceNode(alias));
  }
  const changed = components && replaced(components, (node) => types.get(node));
  return [...statements.map((each) => (each === components && changed ? changed : each)), ...declared];
}

/** The members of `components.schemas`, by name. */
function membersOf(components: InterfaceDeclaration): Map<string, PropertySignature> | undefined {
  const ts = loadTypescript();
  const schemas = memberOf(components.members, "schemas")?.type;
  if (schemas === undefined || !ts.isTypeLiteralNode(schemas)) return undefined;
  return new Map(
    (schemas as TypeLiteralNode).members.flatMap((member) =>
      ts.isPropertySignature(member) ? [[keyOf(member), member] as const] : [],
    ),
  );
}

function memberOf(members: readonly TypeElement[], name: string): PropertySignature | undefined {
  return members.filter(loadTypescript().isPropertySignature).find((member) => keyOf(member) === name);
}

function keyOf({ name }: PropertySignature): string {
  return "text" in name ? name.text : "";
}

interface Use {
  readonly name: string;
  readonly node: Node;
  /** Whether it is the item of a list, which TypeScript resolves later in an alias. */
  readonly isItem: boolean;
}

/** The components that TypeScript resolves together with a type: not those in the members of an object. */
function usesOf(type: Node | undefined, members: ReadonlyMap<string, unknown>): Use[] {
  const ts = loadTypescript();
  const found: Use[] = [];
  const open: { node: Node; isItem: boolean }[] = type === undefined ? [] : [{ node: type, isItem: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, isItem } = next;
    const name = nameOf(node);
    if (name !== undefined) {
      if (members.has(name)) found.push({ name, node, isItem });
      continue;
    }
    if (ts.isTypeLiteralNode(node)) continue;
    const isList = ts.isArrayTypeNode(node) || ts.isTupleTypeNode(node);
    ts.forEachChild(node, (child) => void open.push({ node: child, isItem: isItem || isList }));
  }
  return found;
}

/** The `X` of `components["schemas"]["X"]`. */
function nameOf(node: Node): string | undefined {
  const ts = loadTypescript();
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType)) return undefined;
  const { objectType: root, indexType: kind } = node.objectType;
  const isComponent =
    ts.isTypeReferenceNode(root) && (root.typeName as { text?: string }).text === "components";
  return isComponent && textOf(kind) === "schemas" ? textOf(node.indexType) : undefined;
}

function textOf(node: TypeNode): string | undefined {
  const ts = loadTypescript();
  return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? node.literal.text : undefined;
}

/** Uses that lead back to where they are without a list in between: no type is both sides of such a cycle. */
function endlessUses(names: readonly string[], uses: ReadonlyMap<string, readonly Use[]>): Set<Node> {
  const endless = new Set<Node>();
  const done = new Set<string>();
  const visit = (name: string, above: ReadonlySet<string>): void => {
    if (done.has(name)) return;
    const here = new Set([...above, name]);
    for (const use of uses.get(name) ?? []) {
      if (use.isItem) continue;
      if (here.has(use.name)) endless.add(use.node);
      else visit(use.name, here);
    }
    done.add(name);
  };
  for (const name of names) visit(name, new Set());
  return endless;
}

/** A tree with some nodes replaced. */
function replaced<T extends Node>(root: T, change: (node: Node) => Node | undefined): T {
  const ts = loadTypescript();
  const visit = (node: Node): Node => change(node) ?? ts.visitEachChild(node, visit, undefined);
  return visit(root) as T;
}
