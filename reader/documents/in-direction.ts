import { absentMark, branchKeywords, concerns } from "./absent-names.js";
import type { Contracts } from "./contracts.js";
import type { Document } from "./document.js";
import { jointSchemas } from "./joint-schemas.js";
import { below, entriesOf, keyOf, type Place, placeAt } from "./place.js";
import { type Reading, readingOf } from "./reading.js";
import { resolveReference } from "./references.js";

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
  const directed = { contracts, absent, omit, changed };
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
}

/** A value in a document. */
interface Step {
  readonly place: Place;
  readonly reading: Reading;
  /** Names of absent properties of the schema that this one is a branch of. */
  readonly inherited: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

function mapped(directed: Directed, { place, reading, inherited }: Step): unknown {
  const { value } = place;
  if (value === null || typeof value !== "object" || reading === "data") return value;
  if (Array.isArray(value))
    return value.map((_, at) =>
      mapped(directed, { place: below(place, String(at)), reading: "keywords", inherited }),
    );
  const names = reading === "keywords" ? namesAt(directed, place, inherited) : none;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const step = {
      place: below(place, key),
      reading: readingOf(reading, key, item),
      inherited: reading === "keywords" && branchKeywords.has(key) ? names : none,
    };
    Object.defineProperty(result, key, {
      value: mapped(directed, step),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  if (names.size > 0) leaveOut(directed, place, { names, result });
  return result;
}

/** Names of the properties that are absent at a place. */
function namesAt(directed: Directed, place: Place, inherited: ReadonlySet<string>): ReadonlySet<string> {
  const { required, properties } = place.value as Record<string, unknown>;
  const hasBranches = [...branchKeywords].some((key) => Object.hasOwn(place.value as object, key));
  const says = Array.isArray(required) || typeof properties === "object" || hasBranches;
  if (!says && inherited.size === 0) return inherited;
  return new Set([...inherited, ...absentNamesOf(directed, place)]);
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
    changed.add(keyOf({ document: place.document, tokens: place.tokens.slice(0, length) }));
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
  const known = absentNamesOf({ contracts, absent }, resolution.target);
  const mark = { names: [...names].filter((name) => !known.has(name)).sort(), omit };
  if (mark.names.length === 0 || !concerns(contracts, resolution.target, mark)) return false;
  Object.assign(result, absentMark(mark));
  return true;
}

/** Names of the properties that are absent, of a schema and of those that apply with it. */
function absentNamesOf(
  { contracts, absent }: Pick<Directed, "contracts" | "absent">,
  schema: Place,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const part of jointSchemas(contracts, schema)) {
    for (const [name, property] of entriesOf(below(part, "properties"))) {
      const marks = jointSchemas(contracts, property);
      if (marks.some(({ value }) => (value as Record<string, unknown> | null)?.[absent] === true))
        names.add(name);
    }
  }
  return names;
}
