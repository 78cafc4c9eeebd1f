import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { isOpenApi } from "../contract-kind.js";
import type { Contracts } from "../contracts.js";
import { type PartReading, valueReading } from "../document.js";
import { withExactNumbers } from "../exact-number.js";
import { declaredTypes } from "../joint-schemas.js";
import { below, dereference, type Place } from "../place.js";
import { isSchemaObject, type SchemaObject } from "../schema-walk.js";

/**
 * An OpenAPI 3.2 document in the words of 3.1, as far as these say the same: media types of `components` are written in place, the items of a
 * stream are those of a list, the whole query as one parameter is the same as the members of a form, and references by the document's own
 * `$self` are internal. Any other value is returned unchanged.
 */
export function withoutVersion32(document: unknown): unknown {
  if (!isSchemaObject(document) || !isOpenApi(document, "3.2")) return document;
  const self = typeof document.$self === "string" ? document.$self.replace(/#.*$/s, "") : undefined;
  const changed = (value: unknown, reading: PartReading): unknown => {
    if (value === null || typeof value !== "object" || reading === "data") return value;
    if (Array.isArray(value)) return value.map((item) => changed(item, "keywords"));
    const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
      if (reading === "keywords" && key === "$ref" && typeof item === "string")
        return [key, internal(item, self)];
      if (reading === "keywords" && key === "content" && isSchemaObject(item))
        return [key, inlinedContent(document, item, (media) => changed(media, "keywords"))];
      return [key, changed(item, valueReading(reading, key, item))];
    });
    const copy = withExactNumbers(Object.fromEntries(entries), value);
    if (reading === "keywords") return asFormParameter(copy);
    return copy;
  };
  return changed(document, "keywords");
}

function internal(ref: string, self: string | undefined): string {
  if (self !== undefined && self !== "" && ref.startsWith(`${self}#`)) return ref.slice(self.length);
  return ref;
}

/** The media types of a body, with those behind a reference into `components.mediaTypes` written in place. */
function inlinedContent(
  document: SchemaObject,
  content: SchemaObject,
  change: (media: unknown) => unknown,
): SchemaObject {
  const self = typeof document.$self === "string" ? document.$self.replace(/#.*$/s, "") : undefined;
  const entries = Object.entries(content).map(([type, media]): [string, unknown] => {
    let at = media;
    for (let hops = 0; hops < 20 && isSchemaObject(at) && typeof at.$ref === "string"; hops++) {
      const ref = internal(at.$ref, self);
      const target = ref.startsWith("#/components/mediaTypes/") ? behind(document, ref) : undefined;
      if (target === undefined) break;
      at = target;
    }
    return [type, change(isStreamed(type) ? withItems(at) : at)];
  });
  return Object.fromEntries(entries);
}

/** The schema of a sequence is that of the list of its items. */
function withItems(media: unknown): unknown {
  if (!isSchemaObject(media) || media.itemSchema === undefined) return media;
  const { itemSchema, ...others } = media;
  return { ...others, schema: { type: "array", items: itemSchema } };
}

function behind(document: SchemaObject, ref: string): unknown {
  try {
    return valueAt(document, fromPointer(decodeURIComponent(ref.slice(1))));
  } catch {
    return undefined;
  }
}

/** `in: querystring` with a form is a form whose members are the parameters of the query. */
function asFormParameter(value: SchemaObject): SchemaObject {
  if (value.in !== "querystring" || !isSchemaObject(value.content)) return value;
  const form = value.content["application/x-www-form-urlencoded"];
  if (!isSchemaObject(form)) return value;
  const { content: _content, ...others } = value;
  return { ...others, in: "query", style: "form", explode: true, schema: form.schema ?? { type: "object" } };
}

/** Whether a media type is read item by item, as `StreamedMedia` of `@oipkit/runtime/http`. */
export function isStreamed(mediaType: string): boolean {
  const essence = (mediaType.split(";", 1)[0] ?? "").trimEnd().toLowerCase();
  return (
    /^(?:text\/event-stream|application\/(?:jsonl|(?:x-)?ndjson))$/.test(essence) ||
    /[/+]json-seq$/.test(essence)
  );
}

/** Whether the items of a body of this media type may have a type: by `itemSchema` of OpenAPI 3.2, or by a schema of their list. */
export function hasItems(contracts: Contracts, mediaType: string, reference: Place): boolean {
  if (!isStreamed(mediaType)) return false;
  const media = dereference(contracts, reference);
  const { itemSchema } = (media.value ?? {}) as { itemSchema?: unknown };
  const schema = below(media, "schema");
  const types = declaredTypes(contracts, schema);
  const [only, ...others] = types ?? [];
  const isOther =
    schema.value === undefined || (others.length === 0 && (only === "string" || only === "object"));
  return itemSchema !== undefined || !isOther;
}
