import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { withExactOf } from "../exact-number.js";
import { type Reading, readingOf } from "../reading.js";
import { isSchemaObject, type SchemaObject } from "../schema-walk.js";
import { isOpenApi } from "../specification-version.js";
import { isStreamed } from "./streamed-media.js";

/**
 * An OpenAPI 3.2 document in the words of 3.1, as far as these say the same: media types of `components` are written in place, the items of a
 * stream are those of a list, the whole query as one parameter is the same as the members of a form, and references by the document's own
 * `$self` are internal. Any other value is returned unchanged.
 */
export function withoutVersion32(document: unknown): unknown {
  if (!isSchemaObject(document) || !isOpenApi(document, "3.2")) return document;
  const self = typeof document.$self === "string" ? document.$self.replace(/#.*$/s, "") : undefined;
  const changed = (value: unknown, reading: Reading): unknown => {
    if (value === null || typeof value !== "object" || reading === "data") return value;
    if (Array.isArray(value)) return value.map((item) => changed(item, "keywords"));
    const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
      if (reading === "keywords" && key === "$ref" && typeof item === "string")
        return [key, internal(item, self)];
      if (reading === "keywords" && key === "content" && isSchemaObject(item))
        return [key, contentOf(document, item, (media) => changed(media, "keywords"))];
      return [key, changed(item, readingOf(reading, key, item))];
    });
    const copy = withExactOf(Object.fromEntries(entries), value);
    return reading === "keywords" ? asFormParameter(copy) : copy;
  };
  return changed(document, "keywords");
}

function internal(ref: string, self: string | undefined): string {
  return self !== undefined && self !== "" && ref.startsWith(`${self}#`) ? ref.slice(self.length) : ref;
}

/** The media types of a body, with those behind a reference into `components.mediaTypes` written in place. */
function contentOf(
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
