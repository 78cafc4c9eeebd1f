import type { Contracts } from "../documents/contracts.js";
import { explodesByDefault } from "../documents/openapi/parameter-styles.js";
import { hasItems } from "../documents/openapi/streamed-media.js";
import { below, dereference, entriesOf, type Place } from "../documents/place.js";
import { isOpenApi } from "../documents/specification-version.js";
import type { FieldEncoding, HttpBody } from "./model.js";
import { textOf } from "./text.js";

/** The body of an operation's requests. */
export function bodyOf(contracts: Contracts, reference: Place): HttpBody | undefined {
  if (reference.value === undefined) return undefined;
  const place = dereference(contracts, reference);
  const media = entriesOf(below(place, "content"));
  if (media.length === 0) return undefined;
  const encodings = media.flatMap(([type, each]) => {
    const found = encodingOf(type, below(each, "encoding"));
    return found.length === 0 ? [] : [[type, Object.fromEntries(found)] as const];
  });
  return {
    required: (place.value as { required?: unknown }).required === true,
    contentTypes: media.map(([type]) => type),
    hasItems: media.some(([type, each]) => hasItems(contracts, type, each)),
    encoding: encodings.length === 0 ? undefined : Object.fromEntries(encodings),
  };
}

/** Encodings apply to forms only. */
function encodingOf(contentType: string, place: Place): [string, FieldEncoding][] {
  const form = /^(?:application\/x-www-form-urlencoded|(multipart\/form-data))\s*(?:;|$)/i.exec(contentType);
  if (form === null) return [];
  return entriesOf(place).flatMap(([name, { value }]): [string, FieldEncoding][] => {
    const { style, explode, allowReserved, contentType: type } = (value ?? {}) as Record<string, unknown>;
    // OpenAPI 3.0 ignores styles in multipart bodies. Contracts that give one nevertheless mean it (Stripe's, for
    // example), unless it is the default, which a popular generator gives to everything, files included.
    const isIgnored =
      form[1] !== undefined && style !== "deepObject" && isOpenApi(place.document.value, "3.0");
    if (!isIgnored && [style, explode, allowReserved].some((each) => each !== undefined)) {
      const named = textOf(style) ?? "form";
      const isDefault = explode === undefined || explode === explodesByDefault(named);
      return [[name, { style: named, ...(isDefault ? {} : { explode: explode === true }) }]];
    }
    return typeof type === "string" ? [[name, { contentType: type }]] : [];
  });
}
