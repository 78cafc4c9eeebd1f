import type { Contracts } from "../../generator/read/contracts.js";
import { below, dereference, keyOf, type Place } from "../../generator/read/place.js";
import { isSchemaObject, subschemas } from "../../generator/read/schema-walk.js";
import type { Flow, Part } from "../part.js";

/** The open enums (`x-extensible-enum`) of a schema, by the path of the values; each definition counts once. */
export function openEnums(contracts: Contracts, schema: Place, flow: Flow): Part[] {
  const found = new Map<string, Part>();
  const seen = new Set<string>();
  const open: [Place, string][] = [[schema, ""]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [place, path] = next;
    if (!isSchemaObject(place.value) || seen.has(keyOf(place))) continue;
    seen.add(keyOf(place));
    if (typeof place.value.$ref === "string") open.push([dereference(contracts, place), path]);
    const values = place.value["x-extensible-enum"];
    if (Array.isArray(values) && !found.has(path))
      found.set(path, {
        kind: "open-enum",
        key: path,
        title: path === "" ? "" : `\`${path}\``,
        at: below(place, "x-extensible-enum"),
        flow,
        facts: { values: { value: values.map(String).sort() } },
      });
    for (const [tokens] of subschemas(place.value).reverse())
      open.push([below(place, ...tokens), pathBelow(path, tokens)]);
  }
  return [...found.values()];
}

/** Keywords whose subschemas apply to a part of the value. */
function pathBelow(path: string, [keyword = "", name = ""]: readonly string[]): string {
  if (keyword === "properties") return `${path}/${name}`;
  if (keyword === "items" || keyword === "prefixItems" || keyword === "contains") return `${path}/*`;
  return keyword === "additionalProperties" || keyword === "patternProperties" ? `${path}/*` : path;
}
