import type { PropertyEncoding } from "../operation/parameter-descriptor.js";
import { ownMember } from "../own-member.js";
import { isRecord } from "./parameter-value.js";
import { jsonText, plainText } from "./plain-text.js";
import { queryPairs } from "./query-parameters.js";

type Encodings = Readonly<Record<string, PropertyEncoding>>;

/**
 * An `application/x-www-form-urlencoded` body. By OpenAPI's defaults a list repeats its name and an object
 * is JSON; `style` and `explode` of a property's encoding write it like a query parameter.
 */
export function writeUrlEncoded(body: Record<string, unknown>, encodings: Encodings): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    const encoding = ownMember(encodings, name) ?? {};
    if (encoding.style !== undefined || encoding.explode !== undefined) {
      if (value === undefined || value === null) continue;
      for (const [key, parts, delimiter] of queryPairs(name, value, encoding))
        form.append(key, parts.join(decodeURIComponent(delimiter)));
    } else {
      for (const item of items(value)) form.append(name, isRecord(item) ? jsonText(item) : plainText(item));
    }
  }
  return form;
}

/**
 * A `multipart/form-data` body: a list becomes one part per item, a Blob or File is sent as it is, an
 * object becomes a part of type `application/json`; `contentType` of a property's encoding takes precedence.
 */
export function writeMultipart(body: Record<string, unknown>, encodings: Encodings): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    const contentType = ownMember(encodings, name)?.contentType;
    for (const item of items(value)) {
      if (item instanceof Blob) form.append(name, item);
      else if (isRecord(item)) form.append(name, typed(jsonText(item), contentType ?? "application/json"));
      else if (contentType === undefined) form.append(name, plainText(item));
      else form.append(name, typed(plainText(item), contentType));
    }
  }
  return form;
}

function items(value: unknown): unknown[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => item !== undefined && item !== null);
}

function typed(text: string, type: string): Blob {
  return new Blob([text], { type });
}
