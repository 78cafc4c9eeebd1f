import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { below, type Place, placeAt } from "../documents/place.js";
import { type Reading, readingOf } from "../documents/reading.js";
import { isSchemaObject } from "../documents/schema-walk.js";
import { isOpenApi } from "../documents/specification-version.js";

/** Fields that OpenAPI 3.2 added to some object. */
const added = new Set(
  (
    "$self query additionalOperations mediaTypes itemSchema itemEncoding prefixEncoding parent kind summary name deviceAuthorization " +
    "deviceAuthorizationUrl oauth2MetadataUrl deprecated defaultMapping dataValue serializedValue nodeType allowReserved style explode"
  ).split(" "),
);

/**
 * Whether a problem of the linter, which knows OpenAPI 3.1, is about something that 3.2 allows: a new field, the place `querystring`, the style
 * `cookie`, a response without a description, or a flow without the URLs of the others.
 */
export function isOfVersion32({
  message,
  tokens,
}: {
  readonly message: string;
  readonly tokens: readonly string[];
}): boolean {
  const field = /^Property `(.+)` is not expected here/.exec(message)?.[1];
  if (field !== undefined) return added.has(field);
  if (/^The field `description` must be present/.test(message)) return tokens.includes("responses");
  const last = tokens.at(-1);
  if (last === "in" && /querystring/.test(message)) return true;
  if (last === "in" || last === "style") return /can be one of the following only/.test(message);
  return tokens.includes("deviceAuthorization");
}

/** Warns about what OpenAPI 3.2 can say and generated code doesn't do. */
export function checkVersion32(contracts: Contracts): Diagnostic[] {
  return contracts.openapi.flatMap((document) =>
    isOpenApi(document.value, "3.2") ? unsupported(placeAt(document, [])) : [],
  );
}

function unsupported(root: Place): Diagnostic[] {
  const found: Diagnostic[] = [];
  const open: { place: Place; reading: Reading }[] = [{ place: root, reading: "keywords" }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { place, reading } = next;
    if (place.value === null || typeof place.value !== "object" || reading === "data") continue;
    if (reading === "keywords") found.push(...unsupportedAt(place));
    for (const key of Object.keys(place.value)) {
      const item = below(place, key);
      if (!key.startsWith("x-")) open.push({ place: item, reading: readingOf(reading, key, item.value) });
    }
  }
  return found;
}

function unsupportedAt(place: Place): Diagnostic[] {
  const { document, tokens, value } = place;
  if (!isSchemaObject(value)) return [];
  const warn = (key: string, message: string, hint: string): Diagnostic =>
    diagnose(document, [...tokens, key], { severity: "warning", code: "feature-unsupported", message, hint });
  if (value.itemSchema !== undefined && tokens.at(-2) === "content")
    return [
      warn(
        "itemSchema",
        `the items of \`${tokens.at(-1)}\` have no type: the client gives the stream of its bytes`,
        "Read the body with `stream()`, and parse its items; or send them as events, lines of JSON or a JSON text sequence.",
      ),
    ];
  if (value.in === "querystring" && value.name !== undefined && tokens.at(-2) === "parameters")
    return [
      warn(
        "in",
        "the whole query is described as something other than a form, so the client can't send it",
        "Describe it as `application/x-www-form-urlencoded`, or as parameters with `in: query`.",
      ),
    ];
  return [];
}
