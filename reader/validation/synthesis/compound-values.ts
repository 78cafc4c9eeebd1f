import { isDeepStrictEqual } from "node:util";
import { toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { compilePattern } from "../../patterns/compile-pattern.js";
import { toRecord } from "../nodes/build-node.js";
import type { Node, NodeObject, ValidationRule } from "../nodes/node.js";
import { excludingParts } from "./excluding-parts.js";
import { patternShapes, shapeText } from "./pattern-texts.js";
import { failAt, holds, leadsTo, type Search, type Slot } from "./search.js";

/** An object with more optional members than this is also tried without each of them. */
const mostLeftOut = 20;

/** Longer objects aren't made. */
const mostMembers = 500;

/** Objects for a place: with all members, or those that are required or wanted; then with other choices. */
export function* objectValues(
  parts: readonly NodeObject[],
  slot: Slot,
  search: Search,
): Generator<Readonly<Record<string, unknown>>> {
  const required = requiredNames(parts);
  const banned = new Set(parts.flatMap(bannedNames));
  const declared = declaredNames(parts).filter((name) => !banned.has(name) || required.has(name));
  const names = [...declared, ...[...required].filter((name) => !declared.includes(name))];
  if (names.length > mostMembers) return;
  const isWanted = (name: string): boolean =>
    required.has(name) || search.wanted.has(toPointer([...slot.path, name]));
  const extra = extraNames(parts, { names, size: slot.size });
  const seen = new Set<string>();
  for (const selection of selections(slot.size, {
    names: [...names, ...extra],
    isWanted,
    optional: declared,
  })) {
    const key = selection.join("\n");
    if (seen.has(key)) continue;
    seen.add(key);
    const made = makeObject(selection, { parts, slot, search, required });
    if (made !== undefined) yield* withRules(parts, made);
  }
  if (!search.excluding) return;
  for (const part of excludingParts(parts)) {
    const selection = new Set([...names, ...Object.keys(part.properties ?? {})]);
    const made = makeObject([...selection], { parts: [...parts, part], slot, search, required });
    if (made !== undefined) yield* withRules(parts, made);
  }
}

interface Selection {
  readonly names: readonly string[];
  readonly isWanted: (name: string) => boolean;
  readonly optional: readonly string[];
}

function* selections(
  size: Slot["size"],
  { names, isWanted, optional }: Selection,
): Generator<readonly string[]> {
  const wanted = names.filter(isWanted);
  if (size === "small") yield wanted;
  yield names;
  for (const left of optional.filter((name) => !isWanted(name)).slice(0, mostLeftOut))
    yield names.filter((name) => name !== left);
  yield wanted;
  for (const added of names.filter((name) => !isWanted(name)).slice(0, mostLeftOut)) yield [...wanted, added];
}

interface Making {
  readonly parts: readonly NodeObject[];
  readonly slot: Slot;
  readonly search: Search;
  readonly required: ReadonlySet<string>;
}

function makeObject(
  names: readonly string[],
  { parts, slot, search, required }: Making,
): Readonly<Record<string, unknown>> | undefined {
  const members: [string, unknown][] = [];
  for (const name of names) {
    const nodes = memberNodes(parts, name);
    const isRequired = required.has(name);
    const isRecursive = leadsTo(nodes, slot.ancestors);
    if (isRecursive && !isRequired) continue;
    const path = [...slot.path, name];
    const size = isRecursive ? "small" : slot.size;
    const [value, isNone] = first(search.valuesFor({ ...slot, nodes, path, size }));
    if (!isNone) members.push([name, value]);
    else if (isRequired) {
      failAt(search, path);
      return undefined;
    }
  }
  return toRecord(members);
}

function first(values: Generator<unknown>): readonly [value: unknown, isNone: boolean] {
  const { value, done } = values.next();
  return [value, done === true];
}

function requiredNames(parts: readonly NodeObject[]): ReadonlySet<string> {
  const names = new Set(parts.flatMap(({ required = [] }) => required));
  for (const name of names)
    for (const { dependentRequired = {} } of parts)
      if (Object.hasOwn(dependentRequired, name))
        for (const other of dependentRequired[name] ?? []) names.add(other);
  return names;
}

/** Names that an alternative rules out: `not: { required: [name] }`. */
function bannedNames({ not }: NodeObject): readonly string[] {
  if (typeof not === "object" && not.required?.length === 1) return not.required;
  return [];
}

function declaredNames(parts: readonly NodeObject[]): readonly string[] {
  return [...new Set(parts.flatMap(({ properties = {} }) => Object.keys(properties)))];
}

/** Names beyond the declared ones: for a minimum, and one for an object that is a map. */
function extraNames(
  parts: readonly NodeObject[],
  { names, size }: { readonly names: readonly string[]; readonly size: Slot["size"] },
): readonly string[] {
  const least = Math.max(0, ...parts.map(({ minProperties = 0 }) => minProperties));
  const isMap =
    names.length === 0 && parts.some((part) => part.patternProperties ?? part.additionalProperties);
  const count = Math.max(least - names.length, size === "full" && isMap ? 1 : 0);
  if (count > mostMembers) return [];
  const patterns = parts.flatMap(({ patternProperties = {} }) => Object.keys(patternProperties));
  const sampled = patterns.flatMap((pattern) => [...patternShapes(pattern)].map(shapeText));
  const numbered = Array.from({ length: count }, (_, at) => (at === 0 ? "example" : `example-${at + 1}`));
  const isFree = (name: string): boolean =>
    !names.includes(name) &&
    parts.every(({ propertyNames = true }) => holds(propertyNames, name)) &&
    !memberNodes(parts, name).includes(false);
  return [...new Set([...sampled, ...numbered, ..."abcdefgh"])].filter(isFree).slice(0, count);
}

/** The schemas of a member. */
function memberNodes(parts: readonly NodeObject[], name: string): readonly Node[] {
  const own = parts.map(({ properties = {}, patternProperties = {} }) => {
    const nodes = Object.entries(patternProperties)
      .filter(([pattern]) => compilePattern(pattern).test(name))
      .map(([, node]) => node);
    if (Object.hasOwn(properties, name)) nodes.unshift(properties[name] as Node);
    return nodes;
  });
  const isDeclared = own.some((nodes) => nodes.length > 0);
  return parts.flatMap(({ additionalProperties, unevaluatedProperties }, at) => {
    const nodes = own[at] ?? [];
    if (nodes.length > 0) return nodes;
    if (additionalProperties !== undefined) return [additionalProperties];
    if (unevaluatedProperties !== undefined && !isDeclared) return [unevaluatedProperties];
    return [];
  });
}

/** Longer lists aren't made. */
const mostItems = 200;

/** Lists for a place: with as many items as needed, and one where everything is written. */
export function* listValues(parts: readonly NodeObject[], slot: Slot, search: Search): Generator<unknown[]> {
  const contained = parts.flatMap(({ contains, minContains = 1 }) =>
    contains === undefined ? [] : [minContains],
  );
  const least = Math.max(0, ...contained, ...parts.map(({ minItems = 0 }) => minItems));
  const most = Math.min(...parts.map(({ maxItems = Number.POSITIVE_INFINITY }) => maxItems));
  const listed = Math.max(0, ...parts.map(({ prefixItems = [] }) => prefixItems.length));
  if (least > mostItems) return;
  const full = slot.size === "full" ? [Math.min(most, Math.max(least, listed, 1))] : [];
  for (const length of new Set([...full, least, listed])) {
    const list = makeList(parts, slot, { length, search });
    if (list !== undefined) yield list;
  }
}

interface Wanted {
  readonly length: number;
  readonly search: Search;
}

function makeList(
  parts: readonly NodeObject[],
  slot: Slot,
  { length, search }: Wanted,
): unknown[] | undefined {
  const isUnique = parts.some(({ uniqueItems }) => uniqueItems === true);
  const list: unknown[] = [];
  for (let at = 0; at < length; at++) {
    const nodes = itemNodes(parts, at);
    const size = leadsTo(nodes, slot.ancestors) ? "small" : slot.size;
    const path = [...slot.path, String(at)];
    const item = firstFitting(search.valuesFor({ ...slot, nodes, path, size }), (value) => {
      return !isUnique || !list.some((other) => isDeepStrictEqual(other, value));
    });
    if (item === undefined) {
      failAt(search, path);
      return undefined;
    }
    list.push(item.value);
  }
  return list;
}

/** Distinct values are looked for among this many. */
const mostTried = 2 * mostItems;

function firstFitting(
  values: Generator<unknown>,
  fits: (value: unknown) => boolean,
): { readonly value: unknown } | undefined {
  let tried = 0;
  for (const value of values) {
    if (fits(value)) return { value };
    if (++tried > mostTried) return undefined;
  }
  return undefined;
}

/** The schemas of the item at a position; the first items are also those that the list must contain. */
function itemNodes(parts: readonly NodeObject[], at: number): readonly Node[] {
  return parts.flatMap(({ prefixItems = [], items, unevaluatedItems, contains, minContains = 1 }) => {
    const nodes: Node[] = [prefixItems[at] ?? items ?? unevaluatedItems ?? []].flat();
    if (contains !== undefined && at < minContains) nodes.push(contains);
    return nodes;
  });
}

type Members = Readonly<Record<string, unknown>>;
type Path = readonly string[];

/** Which member of a rule is changed: the one that depends on the other, or the other. */
interface Direction {
  readonly equal: boolean;
  readonly later: boolean;
}

const directions: readonly Direction[] = [true, false].flatMap((later) =>
  [true, false].map((equal) => ({ equal, later })),
);

/** An object, then the same with its members changed in several ways so that rules between them hold. */
export function* withRules(parts: readonly NodeObject[], made: Members): Generator<Members> {
  yield made;
  const rules = parts.flatMap((part) => part.rules ?? []);
  if (rules.length === 0) return;
  for (const direction of directions) {
    const changed = structuredClone(made);
    // Rules may depend on each other, so all are applied once more.
    for (const rule of [...rules, ...rules]) applyRule(changed, rule, direction);
    yield changed;
  }
}

function applyRule(object: Members, { equal, later }: ValidationRule, direction: Direction): void {
  const [a = [], b = []] = equal ?? later ?? [];
  const [first, second] = [valueAt(object, a), valueAt(object, b)];
  if (first === undefined || second === undefined) return;
  if (equal !== undefined) setAt(object, direction.equal ? b : a, direction.equal ? first : second);
  else if (direction.later) setAt(object, a, shifted(second, 1));
  else setAt(object, b, shifted(first, -1));
}

const hour = 3_600_000;

/** The instant that many hours later. */
function shifted(value: unknown, hours: number): unknown {
  const time = Date.parse(String(value));
  if (Number.isNaN(time)) return value;
  return new Date(time + hours * hour).toISOString().replace(".000Z", "Z");
}

function setAt(object: Members, path: Path, value: unknown): void {
  const parent = valueAt(object, path.slice(0, -1));
  const key = path.at(-1);
  if (typeof parent === "object" && parent !== null && key !== undefined)
    Object.defineProperty(parent, key, { value, enumerable: true, writable: true, configurable: true });
}
