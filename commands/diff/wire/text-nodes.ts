import type { Node, NodeObject } from "../../../reader/validation/nodes/node.js";
import type { TextRole } from "./number-texts.js";
import {
  InexactTexts,
  kindTexts,
  listedOfKind,
  numberKeywords,
  numberValues,
  roughly,
  stringKeywords,
  textTree,
} from "./scalar-texts.js";
import {
  hasManyReadings,
  looksOnce,
  partNodes,
  possibleKinds,
  type ValueKind,
  valueKinds,
} from "./value-kinds.js";

/** A schema below another one, its place unless it says one itself, and whose part it is: the name of a member, or `undefined`. */
export interface Inner {
  readonly node: Node;
  readonly at: string;
  readonly member?: string | undefined;
  /** Whether it is refused, so that only its exact texts will do. Default: no. */
  readonly isStrict?: boolean;
}

/** How the parts of a value are written. Default: as the value itself. */
export type PartTexts = (inner: Inner) => Node;

/** What is converted. */
export interface Conversion {
  readonly role: TextRole;
  /** Kinds that are written; others aren't. Default: all. */
  readonly kinds?: readonly ValueKind[];
  readonly parts?: PartTexts;
  /** Filled with what has no exact texts. */
  readonly notes: Set<string>;
}

/** Schemas that refer to themselves have no end. */
const mostLevels = 60;

/**
 * The texts of the values of a schema, as a schema: a plain value is its text, a list is one of texts, an object is one with texts. A text belongs to
 * it if one of the values that the text may stand for does. For one kind of plain values, a text stands for one value, so the conversion
 * of what combines schemas is exact; so it is for lists and objects if each text in them stands for one value, or if one schema alone looks at them.
 * Throws `InexactTexts`.
 */
export function textNode(inner: Inner, conversion: Conversion, level = 0): Node {
  const { node, at } = inner;
  if (level > mostLevels) throw new InexactTexts("schemas that refer to themselves");
  if (typeof node === "boolean") return node;
  const { kinds = valueKinds } = conversion;
  const possible = possibleKinds(node);
  const alternatives = kinds.flatMap((kind): Node[] => {
    if (!possible.has(kind)) return [];
    const found = new KindTexts(kind, conversion, level).whole(inner);
    return found === false ? [] : [found];
  });
  const [first, ...others] = alternatives;
  if (first === undefined) return false;
  if (others.length === 0) return first;
  const own = target(node);
  const names = own.type === undefined ? {} : { names: { anyOf: "type" } };
  return { at: own.at ?? at, anyOf: alternatives, ...names };
}

/** The schema behind references that say nothing else. */
function target(node: NodeObject): NodeObject {
  let found = node;
  for (let hops = 0; hops < mostLevels && typeof found.$ref === "function"; hops++) {
    const next = found.$ref();
    if (typeof next === "boolean") return found;
    found = { ...next, at: next.at ?? found.$ref.definition.at };
  }
  return found;
}

/** Where a part of a schema is. */
interface Within {
  /** Schemas around it that say something of the same value. */
  readonly hops: number;
  /** Whether more texts than those of its values won't do. */
  readonly isStrict: boolean;
}

/** The keywords of a schema. */
type Placed = Pick<Within, "isStrict"> & { readonly at: string };

/** The texts of values of one kind. */
class KindTexts {
  constructor(
    readonly kind: ValueKind,
    readonly conversion: Conversion,
    readonly level: number,
  ) {}

  whole(inner: Inner): Node {
    const { kind } = this;
    const isContainer = kind === "array" || kind === "object";
    if (isContainer && !looksOnce(inner.node) && partNodes(inner.node).some((each) => hasManyReadings(each)))
      throw new InexactTexts(
        "texts that stand for values of several types, where several schemas look at them",
      );
    const said = this.#said(inner, { hops: 0, isStrict: inner.isStrict ?? false });
    if (said === false) return false;
    const all = kindTexts(kind, this.conversion.role);
    if (said === true) return all;
    // What says the type or the values itself needs nothing else.
    if (said.type !== undefined || said.enum !== undefined) return said;
    const [first] = said.allOf ?? [];
    if (typeof first === "object" && first.names?.pattern === "type") return said;
    if (kind === "string" || isContainer) return { ...said, type: [kind === "string" ? "string" : kind] };
    return { at: said.at ?? inner.at, allOf: [all, said] };
  }

  #said({ node, at: above }: Inner, { hops, isStrict }: Within): Node {
    if (typeof node === "boolean") return node;
    if (hops > mostLevels) throw new InexactTexts("schemas that refer to themselves");
    if (node.$dynamicRef !== undefined) throw new InexactTexts("`$dynamicRef`");
    const at = node.at ?? above;
    const listed = listedOfKind(node, this.kind);
    const isTyped = node.type === undefined || node.type.some((type) => kindOfType(type) === this.kind);
    if (!isTyped || listed?.length === 0) return false;
    const own: NodeObject =
      listed === undefined ? this.#keywords(node, { at, isStrict }) : this.#listed(node, listed);
    const inside = { hops: hops + 1, isStrict };
    // What is refused must be known exactly.
    const strict = { hops: hops + 1, isStrict: true };
    const each = (inner: Node, step: string, within = inside): Node =>
      this.#said({ node: inner, at: `${at}/${step}` }, within);
    const list = (keyword: "allOf" | "anyOf" | "oneOf"): Node[] | undefined =>
      node[keyword]?.map((inner, index) =>
        each(inner, `${keyword}/${index}`, keyword === "oneOf" ? strict : inside),
      );
    const { $ref } = node;
    const referred =
      typeof $ref === "function" ? this.#said({ node: $ref(), at: $ref.definition.at }, inside) : $ref;
    const [allOf = [], anyOf, oneOf] = [list("allOf"), list("anyOf"), list("oneOf")];
    const conjuncts = [...(own.allOf ?? []), ...(referred === undefined ? [] : [referred]), ...allOf];
    const text: NodeObject = {
      ...own,
      at,
      names: { ...node.names, ...own.names },
      ...(node.choices !== undefined && { choices: node.choices }),
      ...(anyOf !== undefined && { anyOf }),
      ...(oneOf !== undefined && { oneOf }),
      ...(node.not !== undefined && { not: each(node.not, "not", strict) }),
      ...(node.if !== undefined && { if: each(node.if, "if", strict) }),
      // biome-ignore lint/suspicious/noThenProperty: a keyword
      ...(node.then !== undefined && { then: each(node.then, "then") }),
      ...(node.else !== undefined && { else: each(node.else, "else") }),
    };
    const isAlone = Object.keys(text).every((key) => key === "at" || key === "names" || key === "allOf");
    const [only] = conjuncts;
    if (isAlone && conjuncts.length === 1 && only !== undefined) return placed(only, at);
    if (conjuncts.length > 0) return { ...text, allOf: conjuncts.map((each) => placed(each, at)) };
    return text;
  }

  #listed(node: NodeObject, values: readonly unknown[]): NodeObject {
    const keyword = node.enum === undefined ? "const" : "enum";
    if (this.kind === "number" && this.conversion.role === "read")
      return { type: ["string"], pattern: numberValues(values), names: { pattern: keyword } };
    return { enum: values.map(textTree), names: { enum: keyword } };
  }

  /** What the keywords of the kind say, except those that combine schemas. */
  #keywords(node: NodeObject, { at, isStrict }: Placed): NodeObject {
    switch (this.kind) {
      case "string":
        return stringKeywords(node);
      case "number": {
        const found = numberKeywords(node, { ...this.conversion, isStrict });
        const [only, ...others] = found;
        if (only !== undefined && others.length === 0) return only;
        return found.length === 0 ? {} : { allOf: found };
      }
      case "boolean":
        return node.type === undefined ? {} : { enum: ["true", "false"], names: { enum: "type" } };
      case "array":
        return this.#array(node, { at, isStrict });
      case "object":
        return this.#object(node, { at, isStrict });
    }
  }

  #part(inner: Inner): Node {
    const { parts, role, notes } = this.conversion;
    if (parts !== undefined) return parts(inner);
    return textNode(inner, { role, notes }, this.level + 1);
  }

  #array(node: NodeObject, { at, isStrict }: Placed): NodeObject {
    const part = (inner: Node, step: string): Node =>
      // How many items match may have a limit.
      this.#part({ node: inner, at: `${at}/${step}`, isStrict: isStrict || step === "contains" });
    const { type, items, prefixItems, contains, unevaluatedItems, uniqueItems } = node;
    const isNumeric = [items, ...(prefixItems ?? [])].some((each) =>
      possibleKinds(each ?? true).has("number"),
    );
    // `1` and `1.0` are two texts of one number.
    const isRough = uniqueItems === true && isNumeric && this.conversion.role === "read";
    if (isRough) roughly({ ...this.conversion, isStrict }, "`uniqueItems` of numbers");
    return {
      ...(type !== undefined && { type: ["array"] }),
      ...picked(node, ["minItems", "maxItems", "uniqueItems", "minContains", "maxContains"]),
      ...(isRough && { maxItems: Math.min(1, node.maxItems ?? 1) }),
      ...(items !== undefined && { items: part(items, "items") }),
      ...(prefixItems !== undefined && {
        prefixItems: prefixItems.map((each, index) => part(each, `prefixItems/${index}`)),
      }),
      ...(contains !== undefined && { contains: part(contains, "contains") }),
      ...(unevaluatedItems !== undefined && { unevaluatedItems: part(unevaluatedItems, "unevaluatedItems") }),
    };
  }

  #object(node: NodeObject, { at, isStrict }: Placed): NodeObject {
    if (node.rules !== undefined || node.dependentSchemas !== undefined)
      throw new InexactTexts("rules between members");
    const { type, properties, patternProperties, additionalProperties, unevaluatedProperties } = node;
    const part = (inner: Node, step: string, member?: string): Node =>
      this.#part({ node: inner, at: `${at}/${step}`, member, isStrict });
    const map = (keyword: string, nodes: Readonly<Record<string, Node>>): Record<string, Node> =>
      Object.fromEntries(
        Object.entries(nodes).map(([name, each]) => {
          const member = keyword === "properties" ? name : undefined;
          return [name, part(each, `${keyword}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`, member)];
        }),
      );
    return {
      ...(type !== undefined && { type: ["object"] }),
      ...picked(node, ["minProperties", "maxProperties", "required", "dependentRequired", "propertyNames"]),
      ...(properties !== undefined && { properties: map("properties", properties) }),
      ...(patternProperties !== undefined && {
        patternProperties: map("patternProperties", patternProperties),
      }),
      ...(additionalProperties !== undefined && {
        additionalProperties: part(additionalProperties, "additionalProperties"),
      }),
      ...(unevaluatedProperties !== undefined && {
        unevaluatedProperties: part(unevaluatedProperties, "unevaluatedProperties"),
      }),
    };
  }
}

function picked(node: NodeObject, keywords: readonly (keyof NodeObject)[]): NodeObject {
  return Object.fromEntries(
    keywords.filter((keyword) => node[keyword] !== undefined).map((keyword) => [keyword, node[keyword]]),
  );
}

function placed(node: Node, at: string): Node {
  if (typeof node === "boolean" || node.at !== undefined) return node;
  return { ...node, at };
}

function kindOfType(type: string): string {
  return type === "integer" ? "number" : type;
}
