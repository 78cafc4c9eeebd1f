import { toPointer } from "@oipkit/runtime/json-pointer";
import type { Document } from "../../../reader/documents/document.js";
import { pathItemAt, pathItemOperations } from "../../../reader/documents/openapi/path-items.js";
import { type Place, placeAt } from "../../../reader/documents/place.js";
import { recordOrEmpty } from "../../../reader/documents/schema-walk.js";
import { counterpartName, pairDocuments, type Version, type Versions } from "../version.js";
import { areEqual } from "./equal-values.js";
import type { Sameness } from "./sameness.js";
import { listing, Units } from "./units.js";

/** Two versions without what is the same in both. */
interface Changed {
  readonly versions: Versions;
  readonly sameness: Sameness;
  /** How many operations and webhooks were left out. */
  readonly same: number;
}

/**
 * Leaves out the path items, webhooks and components of OpenAPI documents that are the same in both versions and refer to nothing that has
 * changed: in most comparisons, most of a contract. A component stays as long as something that stays refers to it.
 */
export function leaveOutSame(versions: Versions): Changed {
  const ids = documentIds(versions);
  const units = { old: new Units(versions.old, ids.old), new: new Units(versions.new, ids.new) };
  const same = sameUnits(units);
  const stays = new Set([...reached(units.old, same), ...reached(units.new, same)]);
  const left = [...same].filter((key) => !stays.has(key));
  const findSame: Sameness["findSame"] = ({ document, tokens }) => {
    const key = units.new.around({ document, tokens });
    const unit = same.has(key) ? units.old.all.get(key) : undefined;
    return unit && units.old.isWhole(unit) ? { document: unit.document, tokens } : undefined;
  };
  const areShared: Sameness["areShared"] = (old, current) => {
    const counterpart = findSame(current);
    return (
      counterpart?.document.path === old.document.path && toPointer(old.tokens) === toPointer(current.tokens)
    );
  };
  return {
    versions: { old: without(units.old, left), new: without(units.new, left) },
    sameness: {
      findSame,
      areShared,
      areSame: (old, current) =>
        areShared(old, current) ||
        (areEqual(old.value, current.value) && referToSame(units, same, { old, new: current })),
    },
    same: countOperations(units.new, left),
  };
}

function referToSame(
  units: BothUnits,
  same: ReadonlySet<string>,
  schemas: { readonly old: Place; readonly new: Place },
): boolean {
  return referencesIn(schemas.old.value).every((ref) => {
    const key = ref === undefined ? undefined : units.old.target(schemas.old.document, ref);
    if (ref === undefined || key === undefined || !same.has(key)) return false;
    return key === units.new.target(schemas.new.document, ref);
  });
}

/** `undefined` among them: it also refers to something by another keyword. */
function referencesIn(schema: unknown): readonly (string | undefined)[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) => {
    if (name === "$ref" && typeof value === "string") return [value];
    if (name === "discriminator" || name === "$dynamicRef") return [undefined];
    return referencesIn(value);
  });
}

interface BothUnits {
  readonly old: Units;
  readonly new: Units;
}

/** What documents are called that are counterparts of each other. */
function documentIds(versions: Versions) {
  const named = (version: Version): Map<Document, string> =>
    new Map(
      [...version.contracts.documents.values()].map((each) => [
        each,
        `file ${counterpartName(version, each)}`,
      ]),
    );
  const ids = { old: named(versions.old), new: named(versions.new) };
  for (const [index, pair] of pairDocuments(versions, "openapi").pairs.entries()) {
    ids.old.set(pair.old, `api ${index}`);
    ids.new.set(pair.new, `api ${index}`);
  }
  return ids;
}

/** The units with the same value in both versions, and the same behind their references. */
function sameUnits(units: BothUnits): ReadonlySet<string> {
  // Where a reference leads nowhere, it isn't known what belongs together.
  if (!units.old.isComplete || !units.new.isComplete) return new Set();
  const same = new Set([...units.new.all.keys()].filter((key) => isEqual(units, key)));
  const users = new Map<string, string[]>();
  for (const key of units.new.all.keys())
    for (const target of units.new.targets(key)) {
      const known = users.get(target);
      if (known === undefined) users.set(target, [key]);
      else known.push(key);
    }
  const changed = [...units.new.all.keys()].filter((key) => !same.has(key));
  for (let next = changed.pop(); next !== undefined; next = changed.pop())
    for (const user of users.get(next) ?? []) if (same.delete(user)) changed.push(user);
  // What a document says beside its operations may hold for all of them.
  const settled = new Set(
    [...units.new.all]
      .filter(([key, { tokens }]) => tokens.length === 0 && same.has(key))
      .map(([, { document }]) => document),
  );
  return new Set(
    [...units.new.all]
      .filter(([key, { document }]) => same.has(key) && settled.has(document))
      .map(([key]) => key),
  );
}

function isEqual(units: BothUnits, key: string): boolean {
  const [old, current] = [units.old.all.get(key), units.new.all.get(key)];
  if (old === undefined || current === undefined) return false;
  // Documentation.
  if (current.tokens[1] === "examples") return true;
  const [before, after] = [units.old.targets(key), units.new.targets(key)];
  if (before.size !== after.size || [...before].some((target) => !after.has(target))) return false;
  return areEqual(units.old.content(old), units.new.content(current));
}

/** What isn't the same or isn't a part of an OpenAPI document, and all that it refers to. */
function reached(units: Units, same: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set(
    [...units.all].filter(([key, { tokens }]) => tokens.length === 0 || !same.has(key)).map(([key]) => key),
  );
  // What is added while it runs is visited, too.
  for (const key of found) for (const target of units.targets(key)) found.add(target);
  return found;
}

function countOperations({ all, version }: Units, keys: readonly string[]): number {
  return keys.reduce((sum, key) => {
    const unit = all.get(key);
    if (unit === undefined || !listing.has(unit.tokens[0] ?? "")) return sum;
    const item = pathItemAt(version.contracts, placeAt(unit.document, unit.tokens));
    return sum + pathItemOperations(version.contracts, item).length;
  }, 0);
}

function without({ all, version }: Units, keys: readonly string[]): Version {
  const gone = new Map<Document, Set<string>>();
  for (const key of keys) {
    const unit = all.get(key);
    if (unit === undefined) continue;
    const known = gone.get(unit.document) ?? new Set();
    gone.set(unit.document, known.add(placeName(unit.tokens)));
  }
  const replaced = new Map([...gone].map(([document, places]) => [document, lighter(document, places)]));
  const current = (document: Document): Document => replaced.get(document) ?? document;
  const { contracts } = version;
  return {
    ...version,
    contracts: {
      ...contracts,
      documents: new Map([...contracts.documents].map(([path, document]) => [path, current(document)])),
      openapi: contracts.openapi.map(current),
    },
  };
}

/** A document without some of its units. What is left is where it was. */
function lighter(document: Document, gone: ReadonlySet<string>): Document {
  const root = recordOrEmpty(document.value);
  const value = changedMembers(root, (member, held) => {
    if (listing.has(member)) return remaining(held, [member], gone);
    if (member !== "components") return held;
    return changedMembers(recordOrEmpty(held), (section, named) => remaining(named, [member, section], gone));
  });
  const { references, identifiers, patterns, rules, openEnums, isSchema } = document.scan;
  const isLeft = ({ tokens }: { readonly tokens: readonly string[] }): boolean =>
    !gone.has(placeName(tokens.slice(0, 2))) && !gone.has(placeName(tokens.slice(0, 3)));
  return {
    ...document,
    value,
    scan: {
      references: references.filter(isLeft),
      identifiers,
      patterns: patterns.filter(isLeft),
      rules: rules.filter(isLeft),
      openEnums: openEnums.filter(isLeft),
      isSchema,
    },
  };
}

function changedMembers(
  record: Readonly<Record<string, unknown>>,
  change: (name: string, value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(name, value)]));
}

/** The entries that are left; a value that has none, since it isn't an object, is as it was. */
function remaining(held: unknown, tokens: readonly string[], gone: ReadonlySet<string>): unknown {
  if (typeof held !== "object" || held === null || Array.isArray(held)) return held;
  return Object.fromEntries(Object.entries(held).filter(([name]) => !gone.has(placeName([...tokens, name]))));
}

function placeName(tokens: readonly string[]): string {
  return tokens.join("\n");
}
