import type { Contracts } from "../contracts.js";
import { declaredTypes } from "../joint-schemas.js";
import { below, dereference, type Place } from "../place.js";

/** Whether a media type is read item by item, as `StreamedMedia` of `@oipkit/runtime/http`. */
export function isStreamed(mediaType: string): boolean {
  const essence = mediaType.replace(/\s*;.*/s, "").toLowerCase();
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
