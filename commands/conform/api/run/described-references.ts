import { below, childPlaces, dereference, type Place } from "../../../../reader/documents/place.js";
import { isSchemaObject, listOrEmpty } from "../../../../reader/documents/schema-walk.js";
import { type ApiContract, type ApiOperation, writtenMedia } from "../contract/api-contract.js";
import { type ApiResource, singular } from "../contract/api-resources.js";
import type { ValuePath } from "../values/value-places.js";

/** What members of a body name, as their descriptions say: "The id of a comment on this article." */
export type DescribedReferences = ReadonlyMap<string, ApiResource>;

const known = new WeakMap<ApiOperation, DescribedReferences>();

/** Deeper members aren't looked at. */
const mostDepth = 5;

/** Words of a description after which the name of what a member refers to comes. */
const phrase = /\b(?:ids?|identifiers?|codes?|names?|numbers?|keys?|slugs?|skus?) of /;

/** Words between these and that name. */
const fillers = /^(?:an?|the|one|another|other|existing|its|all|each)$/;

/** The members of an operation's body that name an item by what is written of them, by the key of their path. */
export function describedReferences(
  { contracts }: Pick<ApiContract, "contracts">,
  resources: readonly ApiResource[],
  operation: ApiOperation,
): DescribedReferences {
  const before = known.get(operation);
  if (before !== undefined) return before;
  const found = new Map<string, ApiResource>();
  const seen = new Set<Place["value"]>();
  const visit = (schema: Place, path: readonly string[]): void => {
    const { value } = schema;
    if (!isSchemaObject(value) || path.length > mostDepth || seen.has(value)) return;
    seen.add(value);
    // Clients don't write what is read only.
    if (value.readOnly === true) return;
    const resource = describedResource(value, resources) ?? listedResource(value, path, resources);
    if (resource !== undefined && path.length > 0) found.set(path.join(" "), resource);
    for (const [name, property] of childPlaces(below(schema, "properties"))) visit(property, [...path, name]);
    if (value.items !== undefined) visit(below(schema, "items"), [...path, "0"]);
    for (const keyword of ["allOf", "anyOf", "oneOf"])
      for (const at of listOrEmpty(value[keyword]).keys()) visit(below(schema, keyword, String(at)), path);
    if (typeof value.$ref === "string") visit(dereference(contracts, schema), path);
  };
  const media = writtenMedia(operation);
  if (media !== undefined) visit(below(media.place, "schema"), []);
  known.set(operation, found);
  return found;
}

/** The key of a path: its names, and 0 for every index. */
export function referenceKey(path: ValuePath): string {
  return path.map((key) => (typeof key === "number" ? "0" : key)).join(" ");
}

/** What the texts of a list such as `labels` name, where clients name the labels. */
function listedResource(
  { type }: Readonly<Record<string, unknown>>,
  path: readonly string[],
  resources: readonly ApiResource[],
): ApiResource | undefined {
  const [list = "", index] = path.slice(-2);
  if (index !== "0" || type !== "string") return undefined;
  return resources.find(({ noun, isNamedByClient }) => isNamedByClient && noun === singular(list));
}

function describedResource(
  { description, type }: Readonly<Record<string, unknown>>,
  resources: readonly ApiResource[],
): ApiResource | undefined {
  const isName = [type].flat().some((each) => each === "string" || each === "integer");
  if (typeof description !== "string" || !isName) return undefined;
  const plain = description.toLowerCase();
  const found = phrase.exec(plain);
  const after = found === null ? "" : plain.slice(found.index + found[0].length);
  const noun = (after.match(/[a-z]+/g) ?? []).find((word) => !fillers.test(word));
  return noun === undefined ? undefined : resources.find((each) => each.noun === singular(noun));
}
