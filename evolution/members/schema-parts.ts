import type { Contracts } from "../../generator/read/contracts.js";
import { below, dereference, entriesOf, type Place } from "../../generator/read/place.js";

/** What the schemas about one value declare, alternatives included. */
export interface SchemaParts {
  readonly members: ReadonlyMap<string, Place>;
  readonly required: ReadonlySet<string>;
  /** Whether other members are refused. */
  readonly isClosed: boolean;
  readonly items: Place | undefined;
  /** The values of `x-extensible-enum`, and where they are. */
  readonly openValues: { readonly place: Place; readonly values: readonly unknown[] } | undefined;
  readonly deprecated: boolean;
}

const lists = ["allOf", "anyOf", "oneOf"] as const;
const single = ["then", "else"] as const;

/** The parts of a schema, references followed. */
export function schemaParts(contracts: Contracts, schema: Place): SchemaParts {
  const members = new Map<string, Place>();
  const required = new Set<string>();
  let isClosed = false;
  let items: Place | undefined;
  let openValues: SchemaParts["openValues"];
  let deprecated = false;
  const seen = new Set<unknown>();
  const open: { readonly place: Place; readonly isCertain: boolean }[] = [{ place: schema, isCertain: true }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { place, isCertain } = next;
    const { value } = place;
    if (value === null || typeof value !== "object" || seen.has(value)) continue;
    seen.add(value);
    const keywords = value as Readonly<Record<string, unknown>>;
    if (typeof keywords.$ref === "string") open.push({ place: dereference(contracts, place), isCertain });
    for (const [name, member] of entriesOf(below(place, "properties"))) members.set(name, member);
    if (isCertain && Array.isArray(keywords.required))
      for (const name of keywords.required) required.add(String(name));
    if (keywords.additionalProperties === false || keywords.unevaluatedProperties === false) isClosed = true;
    if (keywords.items !== undefined) items = below(place, "items");
    const values = keywords["x-extensible-enum"];
    if (Array.isArray(values)) openValues = { place: below(place, "x-extensible-enum"), values };
    deprecated ||= keywords.deprecated === true;
    for (const list of lists) {
      const alternatives = keywords[list];
      if (!Array.isArray(alternatives)) continue;
      for (const at of alternatives.keys())
        open.push({ place: below(place, list, String(at)), isCertain: isCertain && list === "allOf" });
    }
    for (const keyword of single) open.push({ place: below(place, keyword), isCertain: false });
  }
  return { members, required, isClosed, items, openValues, deprecated };
}
