import type { Contracts } from "../read/contracts.js";
import { below, keyOf, type Place } from "../read/place.js";
import { resolveReference } from "../read/references.js";
import { isSchemaObject, type SchemaObject } from "../read/schema-walk.js";
import { mendForAjv } from "./ajv-mending.js";
import { type Level, levelOf, sameValue } from "./level.js";
import type { Linked } from "./linked.js";
import { mergeSchemas } from "./merge.js";
import { Origins } from "./origins.js";
import { setOwn } from "./set-own.js";

/**
 * Resolves all references. With `share` a referenced object schema stays one schema that others refer to
 * (small, for many roots); without, it is copied in and merged with what narrows it (fast, for one root).
 * A recursive schema always refers to itself.
 */
export function linkSchemas(
  contracts: Contracts,
  places: readonly Place[],
  { share }: { readonly share: boolean },
): Linked {
  const origins = new Origins();
  const defs: Record<string, unknown> = {};
  const names = new Map<string, string>();
  const roots = places.map((place, index) => {
    const name = `root${index}`;
    defs[name] = linkPlace(place, { stack: [], secret: false, level: undefined });
    return name;
  });
  return { defs, roots, origins };

  function linkPlace(place: Place, way: Way): unknown {
    const { value } = place;
    if (!isSchemaObject(value)) return value;
    const secret = way.secret || value["x-secret"] === true;
    const level = levelOf(value, way.level);
    const at = { ...way, secret, level };
    const origin = level === undefined ? place : { ...place, level };
    const own: Record<string, unknown> = {};
    for (const keyword of Object.keys(value)) {
      if (isAnnotation(keyword) || elsewhere.has(keyword)) continue;
      own[keyword] = linkKeyword(place, keyword, at);
      origins.record(own, keyword, origin);
    }
    if (secret) origins.record(own, "x-secret", place);
    const bases = Array.isArray(value.allOf)
      ? value.allOf.map((_, index) => linkPlace(below(place, "allOf", String(index)), at))
      : [];
    if (typeof value.$ref === "string") bases.push(linkReference(place, value.$ref, at));
    const mended = mendForAjv(own);
    if ("unevaluatedProperties" in own || "unevaluatedItems" in own) {
      // These two see what the schemas beside them evaluate, but only as long as those are below them.
      if (bases.length > 0) mended.allOf = bases;
      return mended;
    }
    return bases.reduce((merged, base) => mergeSchemas(origins, merged, base), mended as unknown);
  }

  function linkReference(place: Place, $ref: string, way: Way): unknown {
    const resolution = resolveReference(contracts.documents, place.document, $ref);
    if (resolution.kind !== "found") throw new Error(`${place.document.file}: nothing at ${$ref}`);
    const { target } = resolution;
    const key = `${keyOf(target)}${way.secret ? " secret" : ""} ${way.level ?? ""}`;
    const known = names.get(key);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    const recursive = way.stack.includes(key);
    if (
      !recursive &&
      !(share && isSchemaObject(target.value) && ("properties" in target.value || "allOf" in target.value))
    ) {
      return linkPlace(target, { ...way, stack: [...way.stack, key] });
    }
    const name = `shared${names.size}`;
    names.set(key, name);
    defs[name] = true;
    defs[name] = linkPlace(target, { ...way, stack: [key] });
    return { $ref: `#/$defs/${name}` };
  }

  function linkKeyword(place: Place, keyword: string, from: Way): unknown {
    const way = sameValue.has(keyword) ? from : { ...from, level: undefined };
    const value = (place.value as SchemaObject)[keyword];
    if (singles.has(keyword) && isSchemaObject(value)) return linkPlace(below(place, keyword), way);
    if (lists.has(keyword) && Array.isArray(value))
      return value.map((_, index) => linkPlace(below(place, keyword, String(index)), way));
    if (!maps.has(keyword) || !isSchemaObject(value)) return value;
    const linked = {};
    for (const name of Object.keys(value)) setOwn(linked, name, linkPlace(below(place, keyword, name), way));
    return linked;
  }
}

/** What a schema is reached by: the references on the way, whether its values are secrets, how much its rules weigh. */
interface Way {
  readonly stack: readonly string[];
  readonly secret: boolean;
  readonly level: Level | undefined;
}

const singles = new Set(
  "items additionalProperties not if then else contains propertyNames unevaluatedItems unevaluatedProperties".split(
    " ",
  ),
);
const lists = new Set(["anyOf", "oneOf", "prefixItems"]);
const maps = new Set(["properties", "patternProperties", "dependentSchemas"]);
/** Linked apart, or nothing that a schema says. */
const elsewhere = new Set(["$ref", "allOf", "$defs", "definitions", "__proto__"]);
const annotations = new Set(
  "$schema $id $anchor $comment title description examples example default deprecated readOnly writeOnly externalDocs xml discriminator nullable contentMediaType contentEncoding contentSchema".split(
    " ",
  ),
);

function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || (keyword.startsWith("x-") && keyword !== "x-rules");
}
