import type { Contracts } from "../../../reader/documents/contracts.js";
import { type Absent, inDirection } from "../../../reader/documents/in-direction.js";
import { type Place as ContractPlace, placeAt } from "../../../reader/documents/place.js";
import { asDraft202012 } from "../../../reader/validation/dialects/openapi30.js";
import { ContractNodes } from "../../../reader/validation/nodes/contract-nodes.js";
import type { Definition, Node, NodeObject, NodeReference } from "../../../reader/validation/nodes/node.js";
import { SchemaError } from "../../../reader/validation/violation.js";
import type { OpenObjects } from "../comparison.js";
import type { PartFlow } from "../part.js";
import type { Sameness } from "../same/sameness.js";
import { inPlace } from "../schemas/node-walk.js";
import type { Version, Versions } from "../version.js";

/** The schemas of the parts of two versions. What is the same in both is one schema. */
export interface SchemaLookups {
  readonly old: SchemaLookup;
  readonly new: SchemaLookup;
  /** What a sender sends of a schema: members that it declares. `undefined`: its schemas combine in too many ways. */
  sentNode(definition: Definition): Node | undefined;
}

/** Finds the schema at a place as it applies in a direction, or why it can't be interpreted. */
type SchemaLookup = (place: ContractPlace, flow: PartFlow) => Definition | SchemaError;

/** Looks up schemas by place; each is built once. */
export function schemaLookups(
  versions: Versions,
  {
    openObjects = "declared",
    sameness,
  }: { readonly openObjects?: OpenObjects | undefined; readonly sameness: Sameness },
): SchemaLookups {
  const old = readings(versions.old);
  const current = readings(versions.new, (place, reading) => {
    const same = sameness.findSame(place);
    const definition = same && old.read(same, reading);
    if (definition === undefined || definition instanceof SchemaError) return undefined;
    return Object.assign(() => definition.node, { definition });
  });
  const declared = new DeclaredMembers(openObjects);
  const sent = new Map<Definition, Node | undefined>();
  return {
    old: old.find,
    new: current.find,
    sentNode: (definition) => {
      if (!sent.has(definition)) sent.set(definition, declared.of(definition.node));
      return sent.get(definition);
    },
  };
}

type Reading = PartFlow | "undirected";
type PlaceName = Pick<ContractPlace, "document" | "tokens">;

interface Readings {
  readonly find: SchemaLookup;
  readonly read: (place: PlaceName, reading: Reading) => Definition | SchemaError;
}

/** `known` may know the schema at a place from elsewhere. */
function readings(
  { contracts }: Version,
  known?: (place: PlaceName, reading: Reading) => NodeReference | undefined,
): Readings {
  const translated = asDraft202012(contracts);
  const reader = (given: Contracts, reading: Reading) =>
    definitionReader(given, known && ((place) => known(place, reading)));
  const whole = reader(translated, "undirected");
  const without = (absent: Absent, reading: PartFlow) => {
    const directed = inDirection(translated, absent);
    if (directed.changed.size === 0) return whole;
    return reader(directed.contracts, reading);
  };
  const byReading = {
    undirected: whole,
    "to-provider": without("readOnly", "to-provider"),
    "to-consumer": without("writeOnly", "to-consumer"),
  };
  // A message or a schema file has no direction of its own, as for validators.
  const undirected = new Set([...contracts.asyncapi, ...contracts.schemas].map(({ path }) => path));
  return {
    read: (place, reading) => byReading[reading](place),
    find: (place, flow) => byReading[undirected.has(place.document.path) ? "undirected" : flow](place),
  };
}

function definitionReader(
  contracts: Contracts,
  known: ((place: PlaceName) => NodeReference | undefined) | undefined,
): (place: PlaceName) => Definition | SchemaError {
  const nodes = new ContractNodes(contracts, { exact: true, ...(known && { known }) });
  return ({ document, tokens }) => {
    try {
      return nodes.of(placeAt(contracts.documents.get(document.path) ?? document, tokens));
    } catch (error) {
      if (error instanceof SchemaError) return error;
      throw error;
    }
  };
}

/** Schemas have about one group each in real contracts; if they refer to each other, there could be one for each set (guessed). */
const groupsPerNode = 4;
const fewGroups = 1_000;

class TooManyGroups extends Error {}

/**
 * What a sender may send beyond the words of a schema: only members that it declares. An object is open so that members
 * can be added later, whether or not it says `additionalProperties: true`; that doesn't mean that today's programs send any. An object without
 * declared members, or with a schema for further ones, may have any name.
 */
export class DeclaredMembers {
  readonly #known = new Map<string, NodeReference>();
  readonly #numbers = new Map<Node, number>();

  constructor(readonly openObjects: OpenObjects = "declared") {}

  /**
   * A schema that refuses objects with members that a schema doesn't declare, at each level. `undefined`: the schemas below it combine in too
   * many ways.
   */
  of(node: Node): Node | undefined {
    const before = this.#known.size;
    try {
      return this.#of([node]);
    } catch (error) {
      if (!(error instanceof TooManyGroups || error instanceof RangeError)) throw error;
      // What was begun isn't complete.
      for (const key of [...this.#known.keys()].slice(before)) this.#known.delete(key);
      return undefined;
    }
  }

  #of(nodes: readonly Node[]): Node {
    const applied = inPlace(nodes);
    if (!applied.some(hasParts)) return true;
    const key = applied
      .map((node) => this.#number(node))
      .sort((a, b) => a - b)
      .join();
    const known = this.#known.get(key);
    if (known !== undefined) return { $ref: known };
    if (this.#known.size >= fewGroups + groupsPerNode * this.#numbers.size) throw new TooManyGroups();
    const definition: { key: string; at: string; node: Node } = { key, at: "", node: true };
    const reference = Object.assign(() => definition.node, { definition: definition as Definition });
    this.#known.set(key, reference);
    definition.node = this.#build(applied);
    return { $ref: reference };
  }

  #build(applied: readonly NodeObject[]): Node {
    const node: NodeObject = {};
    const properties = grouped(applied.map((each) => each.properties));
    const patterns = grouped(applied.map((each) => each.patternProperties));
    const further = applied.flatMap((each) => [each.additionalProperties, each.unevaluatedProperties]);
    const names = applied.flatMap((each) => [
      ...(each.required ?? []),
      ...Object.entries(each.dependentRequired ?? {}).flat(2),
    ]);
    if (properties.size > 0) {
      for (const name of names) if (!properties.has(name)) properties.set(name, []);
      node.properties = Object.fromEntries([...properties].map(([name, nodes]) => [name, this.#of(nodes)]));
    }
    if (patterns.size > 0)
      node.patternProperties = Object.fromEntries(
        [...patterns].map(([name, nodes]) => [name, this.#of(nodes)]),
      );
    const open = further.filter((each) => each !== undefined && each !== false && !this.#isNothingNew(each));
    if (open.length > 0) node.additionalProperties = this.#of(open as Node[]);
    else if (properties.size > 0 || patterns.size > 0) node.additionalProperties = false;
    const items = applied.flatMap((each) => each.items ?? []);
    const unevaluated = applied.flatMap((each) => each.unevaluatedItems ?? []);
    const longest = Math.max(0, ...applied.map(({ prefixItems = [] }) => prefixItems.length));
    if (longest > 0)
      node.prefixItems = Array.from({ length: longest }, (_, at) =>
        this.#of(applied.flatMap(({ prefixItems, items: rest }) => prefixItems?.[at] ?? rest ?? [])),
      );
    if (items.length + unevaluated.length > 0) node.items = this.#of([...items, ...unevaluated]);
    return node;
  }

  /** `true` says what is so without the keyword. */
  #isNothingNew(further: Node): boolean {
    return this.openObjects === "declared" && (further === true || Object.keys(further).length === 0);
  }

  #number(node: Node): number {
    const known = this.#numbers.get(node) ?? this.#numbers.size;
    this.#numbers.set(node, known);
    return known;
  }
}

function hasParts(node: NodeObject): boolean {
  return partKeywords.some((keyword) => node[keyword] !== undefined);
}

const partKeywords = [
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "required",
  "prefixItems",
  "items",
  "unevaluatedItems",
] as const;

function grouped(maps: readonly (Readonly<Record<string, Node>> | undefined)[]): Map<string, Node[]> {
  const groups = new Map<string, Node[]>();
  for (const map of maps)
    for (const [name, node] of Object.entries(map ?? {}))
      groups.set(name, [...(groups.get(name) ?? []), node]);
  return groups;
}
