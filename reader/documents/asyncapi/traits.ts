import { dirname, relative, sep } from "node:path";
import type { Contracts } from "../contracts.js";
import type { Document } from "../document.js";
import { below, dereference, type Place } from "../place.js";
import { type Reading, readingOf } from "../reading.js";
import { fileOf } from "../references.js";
import { isSchemaObject, type SchemaObject } from "../schema-walk.js";

/**
 * A message or an operation with its traits: they are merged in their order by JSON Merge Patch, and a member of the object itself is never
 * overridden by one of a trait. The place is that of the object, so a member that a trait gave it isn't there.
 */
export function withTraits(contracts: Contracts, place: Place): Place {
  const { value } = place;
  if (!isSchemaObject(value) || !Array.isArray(value.traits) || value.traits.length === 0) return place;
  const traits = value.traits.map((_, index) => {
    const trait = dereference(contracts, below(place, "traits", String(index)));
    return rebased(trait.value, trait.document, place.document);
  });
  const { traits: _traits, ...own } = value;
  return { ...place, value: underneath(own, traits.reduce(patched, {})) };
}

/** A part of one document, with its references as another document writes them. */
function rebased(value: unknown, from: Document, to: Document): unknown {
  if (from === to) return value;
  const moved = (part: unknown, reading: Reading): unknown => {
    if (part === null || typeof part !== "object" || reading === "data") return part;
    if (Array.isArray(part)) return part.map((item) => moved(item, "keywords"));
    const entries = Object.entries(part).map(([key, item]): [string, unknown] =>
      key === "$ref" && typeof item === "string" && reading === "keywords"
        ? [key, movedReference(item)]
        : [key, moved(item, readingOf(reading, key, item))],
    );
    return Object.fromEntries(entries);
  };
  const movedReference = (ref: string): string => {
    const path = fileOf(from, ref);
    if (path === undefined) return ref;
    const file = relative(dirname(to.path), path).split(sep).map(encodeURIComponent).join("/");
    return [path === to.path ? "" : `./${file}`, ...ref.split("#").slice(1)].join("#");
  };
  return moved(value, "keywords");
}

/** JSON Merge Patch (RFC 7396). */
function patched(target: unknown, patch: unknown): unknown {
  if (!isSchemaObject(patch)) return patch;
  const result = new Map(Object.entries(isSchemaObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, patched(result.get(name), value));
  }
  return Object.fromEntries(result);
}

/** An object with the members of another one that it lacks. A reference stands for all members, so nothing is added to one. */
function underneath(own: SchemaObject, other: unknown): SchemaObject {
  if (!isSchemaObject(other) || typeof own.$ref === "string") return own;
  const result = new Map(Object.entries(own));
  for (const [name, value] of Object.entries(other)) {
    const known = result.get(name);
    if (!result.has(name)) result.set(name, value);
    else if (isSchemaObject(known)) result.set(name, underneath(known, value));
  }
  return Object.fromEntries(result);
}
