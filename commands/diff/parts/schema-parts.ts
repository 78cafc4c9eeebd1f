import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, childPlaces, type Place, referredSchema } from "../../../reader/documents/place.js";
import { type Discriminator, discriminatorAt } from "./discriminators.js";

/** What the schemas about one value declare, alternatives included. */
export interface SchemaParts {
  /** All schemas that declare a member, by its name; the first one of the text first. */
  readonly members: ReadonlyMap<string, readonly Place[]>;
  readonly required: ReadonlySet<string>;
  /** Whether other members are refused. */
  readonly isClosed: boolean;
  /** Whether a schema describes other members. */
  readonly describesOthers: boolean;
  readonly items: readonly Place[];
  /** The schemas of members without a name of their own, and of items in a place, by the step that leads to them: `*`, `{^x-}`, `[0]`. */
  readonly others: ReadonlyMap<string, readonly Place[]>;
  /** The values of `x-extensible-enum`, and where they are. */
  readonly openValues: { readonly place: Place; readonly values: readonly unknown[] } | undefined;
  readonly discriminators: readonly Discriminator[];
  /** The schema among the given ones that is deprecated. */
  readonly deprecated: Place | undefined;
  /** The schemas themselves, with all that they refer to and consist of. */
  readonly applied: readonly Place[];
}

const lists = ["allOf", "anyOf", "oneOf"] as const;
const single = ["then", "else"] as const;

interface Open {
  readonly place: Place;
  /** The given schema that leads to this one. */
  readonly root: Place;
  readonly isCertain: boolean;
}

/** The parts of schemas that apply to the same value, references followed. */
export function schemaParts(contracts: Contracts, schemas: readonly Place[]): SchemaParts {
  const members = new Map<string, Place[]>();
  const required = new Set<string>();
  const items: Place[] = [];
  const others = new Map<string, Place[]>();
  const addOther = (step: string, schema: Place): void => {
    if (saysSomething(schema.value)) others.set(step, [...(others.get(step) ?? []), schema]);
  };
  const applied: Place[] = [];
  const discriminators: Discriminator[] = [];
  let isClosed = false;
  let describesOthers = false;
  let openValues: SchemaParts["openValues"];
  let deprecated: Place | undefined;
  const seen = new Set<unknown>();
  const open: Open[] = schemas.map((place) => ({ place, root: place, isCertain: true }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { place, root, isCertain } = next;
    const { value } = place;
    if (value === null || typeof value !== "object" || seen.has(value)) continue;
    seen.add(value);
    applied.push(place);
    const keywords = value as Readonly<Record<string, unknown>>;
    if (typeof keywords.$ref === "string")
      open.push({ place: referredSchema(contracts, place, keywords.$ref), root, isCertain });
    for (const [name, member] of childPlaces(below(place, "properties")))
      members.set(name, [member, ...(members.get(name) ?? [])]);
    if (isCertain && Array.isArray(keywords.required))
      for (const name of keywords.required) required.add(String(name));
    if (keywords.additionalProperties === false || keywords.unevaluatedProperties === false) isClosed = true;
    if ([keywords.additionalProperties, keywords.unevaluatedProperties].some(saysSomething))
      describesOthers = true;
    addOther("*", below(place, "additionalProperties"));
    for (const [pattern, schema] of childPlaces(below(place, "patternProperties")))
      addOther(`{${pattern}}`, schema);
    if (Array.isArray(keywords.prefixItems))
      for (const at of keywords.prefixItems.keys())
        addOther(`[${at}]`, below(place, "prefixItems", String(at)));
    if (keywords.items !== undefined) items.push(below(place, "items"));
    const values = keywords["x-extensible-enum"];
    if (Array.isArray(values)) openValues = { place: below(place, "x-extensible-enum"), values };
    if (keywords.deprecated === true) deprecated ??= root;
    const discriminator = discriminatorAt(place);
    if (discriminator !== undefined) discriminators.push(discriminator);
    for (const list of lists) {
      const alternatives = keywords[list];
      if (!Array.isArray(alternatives)) continue;
      for (const at of alternatives.keys()) {
        const each = below(place, list, String(at));
        open.push({ place: each, root, isCertain: isCertain && list === "allOf" });
      }
    }
    for (const keyword of single) open.push({ place: below(place, keyword), root, isCertain: false });
  }
  return {
    members,
    required,
    isClosed,
    describesOthers,
    items,
    others,
    openValues,
    discriminators,
    deprecated,
    applied,
  };
}

function saysSomething(schema: unknown): boolean {
  return schema !== null && typeof schema === "object" && Object.keys(schema).length > 0;
}
