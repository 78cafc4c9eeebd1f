import type { Contracts } from "./contracts.js";
import { type Document, type PartReading, valueReading } from "./document.js";
import { withExactNumbers } from "./exact-number.js";
import { jointSchemas } from "./joint-schemas.js";
import { below, childPlaces, type Place, placeAt, placeKey } from "./place.js";
import { partsReaching } from "./reaching-parts.js";
import { resolveReference } from "./references.js";
import { isSchemaObject, type SchemaObject } from "./schema-walk.js";

/** Properties that a message needn't have: `readOnly` ones in requests, `writeOnly` ones in answers. */
export type Absent = "readOnly" | "writeOnly";

/** Contracts as one direction sees them. */
export interface DirectedContracts {
  readonly contracts: Contracts;
  /** Keys (`keyOf`) of the schemas that differ, and of everything that contains them. */
  readonly changed: ReadonlySet<string>;
}

/**
 * Contracts in which no schema requires a property that is absent in one direction. With `omit`, the properties themselves are left out,
 * too: nobody should send them. Documents without such properties are the same.
 */
export function inDirection(
  contracts: Contracts,
  absent: Absent,
  { omit = false }: { readonly omit?: boolean } = {},
): DirectedContracts {
  const changed = new Set<string>();
  const marked = [...contracts.documents.values()].some(({ text }) => text.includes(absent));
  if (!marked) return { contracts, changed };
  const directed = { contracts, absent, omit, changed, reaching: partsReaching(contracts, absent) };
  const documents = new Map<string, Document>();
  for (const [path, document] of contracts.documents) {
    const root = { place: placeAt(document, []), reading: "keywords", inherited: none } as const;
    documents.set(path, { ...document, value: mapped(directed, root) });
  }
  return { contracts: { ...contracts, documents }, changed };
}

interface Directed {
  readonly contracts: Contracts;
  readonly absent: Absent;
  readonly omit: boolean;
  readonly changed: Set<string>;
  /** The parts that know of absent properties; all others are the same in both directions. */
  readonly reaching: ReadonlySet<object>;
}

/** A value in a document. */
interface Step {
  readonly place: Place;
  readonly reading: PartReading;
  /** Names of absent properties of the schema that this one is a branch of. */
  readonly inherited: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

/** The value in a direction; itself if nothing in it differs. */
function mapped(directed: Directed, { place, reading, inherited }: Step): unknown {
  const { value } = place;
  if (value === null || typeof value !== "object" || reading === "data") return value;
  if (inherited.size === 0 && !directed.reaching.has(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map((_, at) =>
      mapped(directed, { place: below(place, String(at)), reading: "keywords", inherited }),
    );
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const names = reading === "keywords" ? namesAt(directed, place, inherited) : none;
  const others = new Map<string, unknown>();
  for (const [key, item] of Object.entries(value)) {
    const step = {
      place: below(place, key),
      reading: valueReading(reading, key, item),
      inherited: reading === "keywords" && branchKeywords.has(key) ? names : none,
    };
    const other = mapped(directed, step);
    if (other !== item) others.set(key, other);
  }
  if (names.size === 0 && others.size === 0) return value;
  const result: Record<string, unknown> = withExactNumbers({}, value);
  for (const [key, item] of Object.entries(value))
    Object.defineProperty(result, key, {
      value: others.has(key) ? others.get(key) : item,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  if (names.size > 0) leaveOut(directed, place, { names, result });
  return result;
}

/** Names of the properties that are absent at a place. */
function namesAt(directed: Directed, place: Place, inherited: ReadonlySet<string>): ReadonlySet<string> {
  const { required, properties } = place.value as Record<string, unknown>;
  const hasBranches = [...branchKeywords].some((key) => Object.hasOwn(place.value as object, key));
  const says = Array.isArray(required) || typeof properties === "object" || hasBranches;
  if (!says && inherited.size === 0) return inherited;
  return new Set([...inherited, ...findAbsentNames(directed, place)]);
}

function leaveOut(
  directed: Directed,
  place: Place,
  { names, result }: { readonly names: ReadonlySet<string>; readonly result: Record<string, unknown> },
): void {
  const { omit, changed } = directed;
  const { required, properties } = result;
  let differs = markReference(directed, place, { names, result });
  if (Array.isArray(required) && required.some((name) => names.has(String(name)))) {
    result.required = required.filter((name) => !names.has(String(name)));
    differs = true;
  }
  if (omit && properties !== null && typeof properties === "object") {
    const kept = Object.entries(properties).filter(([name]) => !names.has(name));
    result.properties = Object.fromEntries(kept);
    differs ||= kept.length < Object.keys(properties).length;
  }
  if (!differs) return;
  for (let length = place.tokens.length; length >= 0; length--)
    changed.add(placeKey({ document: place.document, tokens: place.tokens.slice(0, length) }));
}

/** Marks a reference to a schema that knows nothing of absent names, and requires them. */
function markReference(
  { contracts, absent, omit }: Directed,
  place: Place,
  { names, result }: { readonly names: ReadonlySet<string>; readonly result: Record<string, unknown> },
): boolean {
  const { $ref } = place.value as Record<string, unknown>;
  if (typeof $ref !== "string") return false;
  const resolution = resolveReference(contracts.documents, place.document, $ref);
  if (resolution.kind !== "found") return false;
  const known = findAbsentNames({ contracts, absent }, resolution.target);
  const mark = { names: [...names].filter((name) => !known.has(name)).sort(), omit };
  if (mark.names.length === 0 || !concerns(contracts, resolution.target, mark)) return false;
  Object.assign(result, absentMark(mark));
  return true;
}

/** Alternatives of which one applies, or several. */
const choiceKeywords = ["anyOf", "oneOf"];

type Marks = Pick<Directed, "contracts" | "absent">;

const known = new WeakMap<Contracts, Map<string, unknown>>();

/** What is known of a schema, found once; where schemas lead back to themselves, they add nothing. */
function once<T>({ contracts, absent }: Marks, key: string, { first, find }: { first: T; find: () => T }): T {
  const results = known.get(contracts) ?? new Map<string, unknown>();
  known.set(contracts, results);
  const whole = `${absent} ${key}`;
  if (results.has(whole)) return results.get(whole) as T;
  results.set(whole, first);
  const result = find();
  results.set(whole, result);
  return result;
}

/** Names of the properties that are absent, of a schema and of those that apply with it. */
function findAbsentNames(directed: Marks, schema: Place): ReadonlySet<string> {
  const find = (): ReadonlySet<string> => {
    const names = new Set<string>();
    for (const part of jointSchemas(directed.contracts, schema)) {
      for (const [name, property] of childPlaces(below(part, "properties")))
        if (isMarked(directed, property)) names.add(name);
      for (const keyword of choiceKeywords)
        for (const name of absentInAll(directed, branchesAt(part, keyword))) names.add(name);
    }
    return names;
  };
  return once(directed, `names ${placeKey(schema)}`, { first: none, find });
}

/** Names that some alternatives mark, and that no other one declares without the mark. */
function absentInAll(directed: Marks, alternatives: readonly Place[]): ReadonlySet<string> {
  if (alternatives.length === 0) return none;
  const all = alternatives.map((alternative) => ({
    marked: findAbsentNames(directed, alternative),
    declared: new Set(
      jointSchemas(directed.contracts, alternative).flatMap((part) =>
        childPlaces(below(part, "properties")).map(([name]) => name),
      ),
    ),
  }));
  const names = new Set(all.flatMap(({ marked }) => [...marked]));
  const isFree = (name: string): boolean =>
    all.every(({ marked, declared }) => marked.has(name) || !declared.has(name));
  return new Set([...names].filter(isFree));
}

/** Whether a property is marked: where it is, in what it refers to or combines, or in each alternative that isn't null alone. */
function isMarked(directed: Marks, property: Place): boolean {
  const find = (): boolean =>
    jointSchemas(directed.contracts, property).some((part) => {
      if ((part.value as Record<string, unknown> | null)?.[directed.absent] === true) return true;
      return choiceKeywords.some((keyword) => {
        const others = branchesAt(part, keyword).filter(
          ({ value }) => (value as Record<string, unknown> | null)?.type !== "null",
        );
        return others.length > 0 && others.every((other) => isMarked(directed, other));
      });
    });
  return once(directed, `mark ${placeKey(property)}`, { first: false, find });
}

/**
 * Marks a schema whose `$ref` leads to one that requires properties which are absent in a direction, although only a schema beside
 * the reference says that they are. Written only by `inDirection`.
 */
const absentNames = "x-absent-names";

/** Keywords whose schemas apply to the same value and may require its properties. */
const branchKeywords: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "then", "else"]);

/** What a schema that is referred to doesn't say for one reference. */
interface AbsentNames {
  readonly names: readonly string[];
  /** Whether the properties themselves are left out, too. */
  readonly omit: boolean;
}

/** The mark of a schema, as its only member; nothing if there are no names. */
function absentMark(mark: AbsentNames): SchemaObject {
  if (mark.names.length === 0) return {};
  return { [absentNames]: mark };
}

/** What doesn't apply of the schema that a schema's `$ref` leads to; `undefined` if all of it does. */
export function absentBehind(schema: SchemaObject): AbsentNames | undefined {
  return schema[absentNames] as AbsentNames | undefined;
}

/** Whether a schema, or one that it refers to or combines, requires one of the names, or with `omit` declares it. */
function concerns(
  contracts: Pick<Contracts, "documents">,
  schema: Place,
  { names, omit }: AbsentNames,
): boolean {
  const seen = new Set<unknown>();
  const open = [schema];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place;
    if (!isSchemaObject(value) || seen.has(value)) continue;
    seen.add(value);
    const { required, properties, $ref } = value;
    if (Array.isArray(required) && names.some((name) => required.includes(name))) return true;
    if (omit && isSchemaObject(properties) && names.some((name) => Object.hasOwn(properties, name)))
      return true;
    for (const keyword of branchKeywords) open.push(...branchesAt(place, keyword));
    const target =
      typeof $ref === "string" ? resolveReference(contracts.documents, place.document, $ref) : undefined;
    if (target?.kind === "found") open.push(target.target);
  }
  return false;
}

function branchesAt(place: Place, keyword: string): Place[] {
  const held = (place.value as SchemaObject | null)?.[keyword];
  if (Array.isArray(held)) return held.map((_, at) => below(place, keyword, String(at)));
  if (held === undefined) return [];
  return [below(place, keyword)];
}

/** A schema without what it says of some names. What it refers to is marked. */
export function withoutNames(schema: unknown, absent: AbsentNames): unknown {
  if (!isSchemaObject(schema)) return schema;
  const result: Record<string, unknown> = withExactNumbers({ ...schema }, schema);
  const isLeft = (name: unknown): boolean => !absent.names.includes(String(name));
  if (Array.isArray(schema.required)) result.required = schema.required.filter(isLeft);
  if (absent.omit && isSchemaObject(schema.properties))
    result.properties = Object.fromEntries(
      Object.entries(schema.properties).filter(([name]) => isLeft(name)),
    );
  for (const keyword of branchKeywords) {
    const held = schema[keyword];
    if (Array.isArray(held)) result[keyword] = held.map((item) => withoutNames(item, absent));
    else if (held !== undefined) result[keyword] = withoutNames(held, absent);
  }
  if (typeof schema.$ref !== "string") return result;
  const names = new Set([...(absentBehind(schema)?.names ?? []), ...absent.names]);
  return withExactNumbers(
    { ...result, ...absentMark({ names: [...names].sort(), omit: absent.omit }) },
    schema,
  );
}
