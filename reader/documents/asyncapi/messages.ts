import { dirname, relative, sep } from "node:path";
import type { Contracts } from "../contracts.js";
import { type Document, type PartReading, valueReading } from "../document.js";
import { withExactNumbers } from "../exact-number.js";
import { below, childPlaces, dereference, type Place, placeAt, placeKey } from "../place.js";
import { referencedPath } from "../references.js";
import { isSchemaObject, recordOrEmpty, type SchemaObject } from "../schema-walk.js";
import { schemaWithin } from "./schema-formats.js";

/** A message of an AsyncAPI document. */
export interface MessageSource {
  /** Its key in `components` or in its channel. */
  readonly key: string;
  /** The message with its traits. */
  readonly place: Place;
  /** The schema of the payload; for a multi-format schema, the schema inside it. */
  readonly payload: Place | undefined;
  /** The schema of the headers, likewise; none where a webhook protocol describes them. */
  readonly headers: Place | undefined;
  readonly name: string | undefined;
}

/** The messages of a document: those of its channels and those of `components`, each once, in the order of their keys. */
export function documentMessages(contracts: Contracts, document: Document): MessageSource[] {
  const found = new Map<string, MessageSource>();
  const isDelivered = placeAt(document, ["x-webhook-protocol"]).value !== undefined;
  const add = (key: string, reference: Place): void => {
    const written = dereference(contracts, reference);
    if (found.has(placeKey(written)) || written.value === null || typeof written.value !== "object") return;
    const place = withTraits(contracts, written);
    const { name } = place.value as { name?: unknown };
    const own = written === reference ? key : (place.tokens.at(-1) ?? key);
    found.set(placeKey(place), {
      key: own,
      place,
      payload: messageSchema(contracts, below(place, "payload")),
      headers: isDelivered ? undefined : messageSchema(contracts, below(place, "headers")),
      name: typeof name === "string" ? name : undefined,
    });
  };
  for (const [key, place] of childPlaces(placeAt(document, ["components", "messages"]))) add(key, place);
  for (const [, channel] of childPlaces(placeAt(document, ["channels"]))) {
    for (const [key, place] of childPlaces(below(dereference(contracts, channel), "messages")))
      add(key, place);
  }
  return [...found.values()].sort((a, b) => {
    if (a.key === b.key) return 0;
    return a.key < b.key ? -1 : 1;
  });
}

/** The schema of a payload or of headers; of a multi-format schema, the one inside. */
export function messageSchema(contracts: Contracts, place: Place): Place | undefined {
  if (place.value === undefined) return undefined;
  return schemaWithin(contracts, place);
}

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
  const moved = (part: unknown, reading: PartReading): unknown => {
    if (part === null || typeof part !== "object" || reading === "data") return part;
    if (Array.isArray(part)) return part.map((item) => moved(item, "keywords"));
    const entries = Object.entries(part).map(([key, item]): [string, unknown] => {
      if (key === "$ref" && typeof item === "string" && reading === "keywords")
        return [key, movedReference(item)];
      return [key, moved(item, valueReading(reading, key, item))];
    });
    return withExactNumbers(Object.fromEntries(entries), part);
  };
  const movedReference = (ref: string): string => {
    const path = referencedPath(from, ref);
    if (path === undefined) return ref;
    const file = relative(dirname(to.path), path).split(sep).map(encodeURIComponent).join("/");
    return [path === to.path ? "" : `./${file}`, ...ref.split("#").slice(1)].join("#");
  };
  return moved(value, "keywords");
}

/** JSON Merge Patch (RFC 7396). */
function patched(target: unknown, patch: unknown): unknown {
  if (!isSchemaObject(patch)) return patch;
  const result = new Map(Object.entries(recordOrEmpty(target)));
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
