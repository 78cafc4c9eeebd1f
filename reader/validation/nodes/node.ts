import { fromPointer } from "@oipkit/runtime/json-pointer";
import { isSchemaObject } from "../../documents/schema-walk.js";

/**
 * A schema in JSON Schema 2020-12 with its references resolved: the source of predicates, and the input that
 * `templates/support/evaluate.js` evaluates, here and in generated modules.
 */
export type Node = boolean | NodeObject;

/** The keywords of an object schema, with their meaning in 2020-12. */
export interface NodeObject {
  /** Where a definition is: `<document>#<JSON Pointer>`. The places of its subschemas are derived from it. */
  at?: string;
  /** The clause that it names; a definition may inherit one from an ancestor. */
  clause?: string;
  level?: RuleLevel;
  /** Whether its values must never be shown. */
  secret?: true;
  /** By keyword, its name in the document's dialect. */
  names?: Readonly<Record<string, string>>;

  /** What messages say of the alternatives of `anyOf` and `oneOf`. Validity doesn't depend on it. */
  choices?: BranchChoices;

  $ref?: NodeReference | boolean;
  $dynamicRef?: NodeReference | boolean;
  allOf?: readonly Node[];
  anyOf?: readonly Node[];
  oneOf?: readonly Node[];
  not?: Node;
  if?: Node;
  then?: Node;
  else?: Node;
  dependentSchemas?: NodeMap;

  type?: readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  format?: ValueFormat;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  required?: readonly string[];
  dependentRequired?: Readonly<Record<string, readonly string[]>>;
  rules?: readonly ValidationRule[];

  properties?: NodeMap;
  patternProperties?: NodeMap;
  additionalProperties?: Node;
  propertyNames?: Node;
  unevaluatedProperties?: Node;
  prefixItems?: readonly Node[];
  items?: Node;
  contains?: Node;
  minContains?: number;
  maxContains?: number;
  unevaluatedItems?: Node;
}

/** By keyword, what is known of its alternatives besides their schemas. */
export type BranchChoices = Readonly<Partial<Record<"anyOf" | "oneOf", BranchChoice>>>;

/** Names of alternatives, and the property that selects one (`discriminator`). */
export interface BranchChoice {
  /** Titles of alternatives that are no references, by index. */
  readonly titles?: Readonly<Record<string, string>>;
  readonly property?: string;
  /** By value of the property: the index of the alternative. */
  readonly values?: Readonly<Record<string, number>>;
}

/** Nodes by the name of a property, or by a pattern of names. */
type NodeMap = Readonly<Record<string, Node>>;

/** A schema that others refer to, or that is requested itself. */
export interface Definition {
  /** Its unique key. */
  readonly key: string;
  /** Where it is: `<document>#<JSON Pointer>`. */
  readonly at: string;
  readonly node: Node;
}

/** A reference, resolved on demand: schemas may refer to each other in cycles. */
export interface NodeReference {
  (): Node;
  readonly definition: Definition;
}

/** The definitions that a definition refers to, itself first, each once. */
export function reachableDefinitions(roots: readonly Definition[]): Definition[] {
  const found = new Set<Definition>(roots);
  for (const definition of found) for (const each of referredDefinitions(definition.node)) found.add(each);
  return [...found];
}

/** The definitions that a node refers to directly, each once, in order. */
export function referredDefinitions(root: Node): Definition[] {
  const found = new Set<Definition>();
  for (const { $ref, $dynamicRef } of nodesIn(root))
    for (const reference of [$ref, $dynamicRef])
      if (typeof reference === "function") found.add(reference.definition);
  return [...found];
}

/** A node and all its descendants; references aren't followed. */
export function* nodesIn(root: Node): Generator<NodeObject> {
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === "boolean") continue;
    yield node;
    open.push(...subnodes(node).reverse());
  }
}

/** The nodes directly below a node. */
export function subnodes(node: NodeObject): Node[] {
  return [...sameValue(node), ...partsOfValue(node)];
}

/** The nodes directly below a node that apply to the same value. */
export function sameValue(node: NodeObject): Node[] {
  const one = [node.not, node.if, node.then, node.else].filter((each) => each !== undefined);
  const lists = [node.allOf, node.anyOf, node.oneOf].flatMap((list) => list ?? []);
  return [...one, ...lists, ...Object.values(node.dependentSchemas ?? {})];
}

/** The nodes directly below a node that apply to members, items or names of the value. */
export function partsOfValue(node: NodeObject): Node[] {
  const one = [
    node.additionalProperties,
    node.propertyNames,
    node.unevaluatedProperties,
    node.items,
    node.contains,
    node.unevaluatedItems,
  ].filter((each) => each !== undefined);
  const maps = [node.properties, node.patternProperties].flatMap((map) => Object.values(map ?? {}));
  return [...one, ...(node.prefixItems ?? []), ...maps];
}

/** A cross-field rule of a contract (`reader/vocabulary/x-rules.schema.yaml`); places are tokens relative to the object. */
export interface ValidationRule {
  readonly rule: string;
  readonly message: string;
  readonly level: RuleLevel;
  readonly clause?: string;
  /** Two values that must be the same JSON scalar. */
  readonly equal?: Pair;
  /** Two RFC 3339 instants; the first must be later than the second. */
  readonly later?: Pair;
}

type Pair = readonly [readonly string[], readonly string[]];

/** The rules in a value of `x-rules`; `undefined` if it isn't a list of rules that this toolkit knows. */
export function rulesIn(value: unknown): readonly ValidationRule[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const rules = (value as unknown[]).map(ruleIn);
  if (rules.every((rule) => rule !== undefined)) return rules;
  return undefined;
}

function ruleIn(value: unknown): ValidationRule | undefined {
  if (!isSchemaObject(value) || typeof value.rule !== "string" || typeof value.message !== "string")
    return undefined;
  const { rule, message, level, clause } = value;
  const [equal, later] = [pairIn(value.equal), pairIn(value.later)];
  if (equal === undefined && later === undefined) return undefined;
  return {
    rule,
    message,
    level: level === "should" || level === "info" ? level : "must",
    ...(typeof clause === "string" && { clause }),
    ...(equal === undefined ? { later: later as Pair } : { equal }),
  };
}

function pairIn(value: unknown): Pair | undefined {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(isPointer)) return undefined;
  return (value as string[]).map(fromPointer) as unknown as Pair;
}

function isPointer(value: unknown): boolean {
  return typeof value === "string" && /^(?:\/(?:[^~/]|~[01])*)*$/.test(value);
}

/** A format, as used in nodes and generated modules. */
export interface ValueFormat {
  readonly name: string;
  /** The type of the values that it applies to; all others are valid. */
  readonly type: "string" | "number";
  /** Whether a value has the format; absent if every value has. */
  readonly accepts?: (value: never) => boolean;
}

/** The level of a rule. */
export type RuleLevel = "must" | "should" | "info";
