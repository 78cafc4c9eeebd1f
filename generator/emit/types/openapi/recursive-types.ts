import type {
  InterfaceDeclaration,
  Node,
  PropertySignature,
  TypeAliasDeclaration,
  TypeElement,
  TypeLiteralNode,
  TypeNode,
} from "typescript";
import { findCycles } from "../../../../reader/documents/references/cycles.js";
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
  const members = components && schemaMembers(components);
  if (members === undefined) return statements;
  const uses = new Map([...members].map(([name, { type }]) => [name, findUses(type, members)]));
  const cyclic = findCycles([...members.keys()], (name) => uses.get(name)?.map((use) => use.name) ?? []);
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
      const used = referredComponent(node);
      const other = used === undefined ? undefined : aliases.get(used);
      if (other === undefined) return undefined;
      if (endless.has(node)) return factory.createKeywordTypeNode(loadTypescript().SyntaxKind.UnknownKeyword);
      return factory.createTypeReferenceNode(other);
    });
    declared.push(factory.createTypeAliasDeclaration(undefined, alias, undefined, type));
    types.set(member.type, factory.createTypeReferenceNode(alias));
  }
  const changed = components && replaced(components, (node) => types.get(node));
  return [
    ...statements.map((each) => {
      if (each === components && changed) return changed;
      return each;
    }),
    ...declared,
  ];
}

/** The members of `components.schemas`, by name. */
function schemaMembers(components: InterfaceDeclaration): Map<string, PropertySignature> | undefined {
  const ts = loadTypescript();
  const schemas = findMember(components.members, "schemas")?.type;
  if (schemas === undefined || !ts.isTypeLiteralNode(schemas)) return undefined;
  return new Map(
    (schemas as TypeLiteralNode).members.flatMap((member) => {
      if (!ts.isPropertySignature(member)) return [];
      return [[memberKey(member), member] as const];
    }),
  );
}

function findMember(members: readonly TypeElement[], name: string): PropertySignature | undefined {
  return members.filter(loadTypescript().isPropertySignature).find((member) => memberKey(member) === name);
}

function memberKey({ name }: PropertySignature): string {
  if ("text" in name) return name.text;
  return "";
}

interface Use {
  readonly name: string;
  readonly node: Node;
  /** Whether it is the item of a list, which TypeScript resolves later in an alias. */
  readonly isItem: boolean;
}

/** The components that TypeScript resolves together with a type: not those in the members of an object. */
function findUses(type: Node | undefined, members: ReadonlyMap<string, unknown>): Use[] {
  const ts = loadTypescript();
  const found: Use[] = [];
  const open: { node: Node; isItem: boolean }[] = type === undefined ? [] : [{ node: type, isItem: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, isItem } = next;
    const name = referredComponent(node);
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
function referredComponent(node: Node): string | undefined {
  const ts = loadTypescript();
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType)) return undefined;
  const { objectType: root, indexType: kind } = node.objectType;
  const isComponent =
    ts.isTypeReferenceNode(root) && (root.typeName as { text?: string }).text === "components";
  if (isComponent && literalText(kind) === "schemas") return literalText(node.indexType);
  return undefined;
}

function literalText(node: TypeNode): string | undefined {
  const ts = loadTypescript();
  if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) return node.literal.text;
  return undefined;
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

/** Declared where the first operation with an id is, or last if there is none; anything else has its place from the start. */
const operations = "operations";

interface Declared {
  readonly isInterface: boolean;
  readonly texts: string[];
}

/**
 * The text of what openapi-typescript declares for a document, made from its parts one after another, so that only the tree of one part is
 * in memory. An interface that several parts declare is written once, with the members of all.
 */
export class Declarations {
  readonly #all = new Map<string, Declared>();

  /** `print` gives the text of a statement, with a line break at its end. */
  constructor(readonly print: (statement: Node) => string) {}

  /** Adds the declarations of a part. One that is only a name for nothing gives way to an interface of another part. */
  add(statements: readonly Node[]): void {
    const { isInterfaceDeclaration } = loadTypescript();
    for (const statement of statements) {
      const { text: name } = (statement as InterfaceDeclaration | TypeAliasDeclaration).name;
      const known = this.#all.get(name);
      const isInterface = isInterfaceDeclaration(statement);
      if (known?.isInterface && isInterface) known.texts.push(memberText(this.print(statement)));
      if (known?.isInterface || (known && !isInterface && name !== operations)) continue;
      if (name === operations) this.#all.delete(name);
      const text = this.print(statement);
      const texts = isInterface ? [text.slice(0, text.indexOf("\n") + 1), memberText(text)] : [text];
      this.#all.set(name, { isInterface, texts });
    }
  }

  /** The text of all declarations. */
  text(): string {
    const all = [...this.#all.values()];
    return all.map(({ isInterface, texts }) => `${texts.join("")}${isInterface ? "}\n" : ""}`).join("");
  }
}

function memberText(text: string): string {
  return text.slice(text.indexOf("\n") + 1, text.lastIndexOf("}"));
}
