import { escapeToken } from "@oipkit/runtime/json-pointer";
import { type Contracts, diagnose } from "./contracts.js";
import { ContractError } from "./diagnostic.js";
import { type Document, mappedReference, type PartReading, valueReading } from "./document.js";
import { below, type Place, placeAt, placeKey } from "./place.js";
import { referencedPath, resolveReference } from "./references.js";
import { isSchemaObject, listOrEmpty, recordOrEmpty, type SchemaObject } from "./schema-walk.js";

/**
 * Bundles an OpenAPI document, so that all its references lead to its components. Schemas from other files, and parts of
 * schemas, become entries of `components.schemas` under the name that `nameOf` returns; anything else is copied inline.
 * A document that has only such references is returned unchanged. Throws a `ContractError` if the copies grow too large.
 */
export function bundle(
  contracts: Contracts,
  document: Document,
  chooseName: (place: Place) => string,
): Record<string, unknown> {
  if (!document.scan.references.some(({ ref }) => leadsElsewhere(document, ref)))
    return document.value as Record<string, unknown>;
  const added = new Map<string, { name: string; place: Place }>();
  const schemas: Record<string, unknown> = {};
  const internal = (place: Place): string => {
    const known = added.get(placeKey(place));
    if (known) return known.name;
    const name = chooseName(place);
    added.set(placeKey(place), { name, place });
    schemas[name] = copy(place, true);
    return name;
  };
  /** Whether a place is one that references may lead to: the document's own component or path item, or all of it. */
  const isOwn = (target: Place): boolean => target.document === document && isWhole(target.tokens);
  const inlined = new Set<string>();
  let copies = 0;
  const copy = (place: Place, inSchema: boolean, reading: PartReading = "keywords"): unknown => {
    const { value } = place;
    if (value === null || typeof value !== "object" || reading === "data") return value;
    if ((place.document !== document || inlined.size > 0) && ++copies > mostCopies) throw tooLarge(place);
    const child = (key: string): unknown => {
      const item = below(place, key);
      const schema = inSchema || (reading === "keywords" && isSchemaKey(place.tokens, key));
      return copy(item, schema, valueReading(reading, key, item.value));
    };
    if (Array.isArray(value)) return value.map((_, index) => child(String(index)));
    const { $ref } = value as { $ref?: unknown };
    if (typeof $ref === "string" && reading === "keywords") return copyReference(place, $ref, inSchema);
    const copied = Object.fromEntries(Object.keys(value).map((key) => [key, child(key)]));
    const { discriminator } = value as { discriminator?: unknown };
    const isDiscriminated = inSchema && reading === "keywords" && isSchemaObject(discriminator);
    if (isDiscriminated) return { ...copied, discriminator: copyDiscriminator(place, discriminator) };
    return copied;
  };
  /** A discriminator mapping to the copies. A member that is renamed keeps the value that its old name implied. */
  const copyDiscriminator = (place: Place, discriminator: SchemaObject): SchemaObject => {
    const mapping = recordOrEmpty(discriminator.mapping);
    const entries = Object.entries(mapping).map(([value, target]) => {
      const inside = bundledReference(place, mappedReference(place.document.value, String(target)));
      return { value, inside };
    });
    const { oneOf, anyOf } = place.value as SchemaObject;
    const members = [oneOf, anyOf].flatMap((list) => listOrEmpty(list));
    for (const member of members.filter(isSchemaObject)) {
      if (typeof member.$ref !== "string") continue;
      const inside = bundledReference(place, member.$ref);
      const value = /#\/components\/schemas\/([^/]+)$/.exec(member.$ref)?.[1];
      if (value === undefined || inside.endsWith(`/${value}`)) continue;
      if (!entries.some((entry) => entry.inside === inside)) entries.push({ value, inside });
    }
    if (entries.length === 0) return discriminator;
    return {
      ...discriminator,
      mapping: Object.fromEntries(entries.map(({ value, inside }) => [value, inside])),
    };
  };
  /** The reference in the bundle with the same target as a reference in a contract. */
  const bundledReference = (place: Place, ref: string): string => {
    const resolution = resolveReference(contracts.documents, place.document, ref);
    if (resolution.kind !== "found") return ref;
    if (isOwn(resolution.target)) return `#${referenceFragment(ref)}`;
    return `#/components/schemas/${escapeToken(internal(resolution.target))}`;
  };
  const copyReference = (place: Place, ref: string, inSchema: boolean): unknown => {
    const resolution = resolveReference(contracts.documents, place.document, ref);
    if (resolution.kind !== "found") return place.value;
    const { target } = resolution;
    const { $ref: _ref, ...siblings } = place.value as Record<string, unknown>;
    const others = copy({ ...place, value: siblings }, inSchema) as Record<string, unknown>;
    if (inSchema) return { ...others, $ref: bundledReference(place, ref) };
    const key = placeKey(target);
    if (isOwn(target) || inlined.has(key)) return { ...others, $ref: `#${referenceFragment(ref)}` };
    inlined.add(key);
    const copied = copy(target, false);
    inlined.delete(key);
    if (!isSchemaObject(copied)) return copied;
    // Those of a path item, which apply together with those next to its reference.
    const lists = [copied.parameters, others.parameters];
    const parameters = lists.every((list) => Array.isArray(list)) ? { parameters: lists.flat() } : {};
    return { ...copied, ...others, ...parameters };
  };
  const root = copy(placeAt(document, []), false) as Record<string, unknown>;
  const components = (root.components ?? {}) as Record<string, Record<string, unknown> | undefined>;
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...root, components: { ...components, schemas: { ...components.schemas, ...sorted } } };
}

/** Most lists and objects in a bundle; guessed, GitHub's REST API has 330,000 in one document. */
const mostCopies = 1_000_000;

function tooLarge({ document, tokens }: Place): ContractError {
  const message = `copies of what other files hold make the document larger than ${mostCopies} objects`;
  const hint = "Only schemas are copied once; refer to anything else from fewer places.";
  return new ContractError([diagnose(document, tokens, { code: "too-large", message, hint })]);
}

/** Whether a reference leads to another file, or into a component or a path. */
function leadsElsewhere(document: Document, ref: string): boolean {
  if (referencedPath(document, ref) !== document.path) return true;
  const fragment = referenceFragment(ref);
  return fragment !== "" && !isWhole(fragment.split("/").slice(1));
}

/** Whether tokens lead to a component, to a path item, or to the whole document. */
function isWhole([first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true;
  if (first === "components") return rest.length === 2;
  return /^(paths|webhooks)$/.test(first) && rest.length === 1;
}

function isSchemaKey(tokens: readonly string[], key: string): boolean {
  return key === "schema" || (key === "schemas" && tokens.length === 1 && tokens[0] === "components");
}

function referenceFragment(ref: string): string {
  const at = ref.indexOf("#");
  if (at < 0) return "";
  return ref.slice(at + 1);
}
