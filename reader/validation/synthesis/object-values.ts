import { toPointer } from "@oipkit/runtime/json-pointer";
import { compilePattern } from "../../documents/pattern.js";
import { mapOf } from "../nodes/build-node.js";
import type { Node, NodeObject } from "../nodes/node.js";
import { leadsTo } from "./alternatives.js";
import { patternShapes, textOf } from "./pattern-texts.js";
import { withRules } from "./rule-values.js";
import { failAt, holds, type Search, type Slot } from "./search.js";

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
    const made = objectOf(selection, { parts, slot, search, required });
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

function objectOf(
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
  return mapOf(members);
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
  return typeof not === "object" && not.required?.length === 1 ? not.required : [];
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
  const sampled = patterns.flatMap((pattern) => [...patternShapes(pattern)].map(textOf));
  const numbered = Array.from({ length: count }, (_, at) => (at === 0 ? "example" : `example-${at + 1}`));
  const isFree = (name: string): boolean =>
    !names.includes(name) &&
    parts.every(({ propertyNames = true }) => holds(propertyNames, name)) &&
    !memberNodes(parts, name).includes(false);
  return [...new Set([...sampled, ...numbered, ..."abcdefgh"])].filter(isFree).slice(0, count);
}

/** The schemas of a member. */
function memberNodes(parts: readonly NodeObject[], name: string): readonly Node[] {
  const own = parts.map(({ properties = {}, patternProperties = {} }) => [
    ...(Object.hasOwn(properties, name) ? [properties[name] as Node] : []),
    ...Object.entries(patternProperties)
      .filter(([pattern]) => compilePattern(pattern).test(name))
      .map(([, node]) => node),
  ]);
  const isDeclared = own.some((nodes) => nodes.length > 0);
  return parts.flatMap(({ additionalProperties, unevaluatedProperties }, at) => {
    const nodes = own[at] ?? [];
    if (nodes.length > 0) return nodes;
    if (additionalProperties !== undefined) return [additionalProperties];
    return unevaluatedProperties !== undefined && !isDeclared ? [unevaluatedProperties] : [];
  });
}
