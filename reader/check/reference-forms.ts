import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { below, type Place, placeAt } from "../documents/place.js";
import { isExtension, type Reading, readingOf } from "../documents/reading.js";
import { isSchemaObject } from "../documents/schema-walk.js";
import { isAsyncApi } from "../documents/specification-version.js";

/**
 * A `$ref` of an AsyncAPI document must be a text, and some places have only references. OpenAPI documents are read without one that isn't, and the meta-schema of JSON Schema
 * files says so.
 */
export function checkReferenceForms(contracts: Contracts): Diagnostic[] {
  return contracts.asyncapi.flatMap((document) => [
    ...oddReferences(document).map((tokens) =>
      diagnose(document, tokens, {
        code: "asyncapi-invalid",
        message: "`$ref` must be a text",
        hint: 'Write a reference as `$ref: "#/components/…"`, or as the path of a file.',
      }),
    ),
    ...writtenOut(document),
  ]);
}

/** The places of `$ref` that aren't texts, outside of data, extensions and maps of names that the author chose. */
function oddReferences({ value }: Pick<Document, "value">): readonly (readonly string[])[] {
  const found: string[][] = [];
  const visit = (part: unknown, tokens: readonly string[], reading: Reading): void => {
    if (part === null || typeof part !== "object" || reading === "data") return;
    for (const [key, item] of Object.entries(part)) {
      const at = [...tokens, key];
      const isKeyword = reading === "keywords" && !Array.isArray(part);
      if (isKeyword && isExtension(key)) continue;
      if (isKeyword && key === "$ref" && typeof item !== "string") found.push(at);
      visit(item, at, Array.isArray(part) ? "keywords" : readingOf(reading, key, item));
    }
  };
  visit(value, [], "keywords");
  return found;
}

/** Where AsyncAPI 3 has references and nothing else, as paths of keys; `*` is any. */
const referencesOnly = [
  ["channels", "*", "servers", "*"],
  ["operations", "*", "channel"],
  ["operations", "*", "messages", "*"],
  ["operations", "*", "reply", "channel"],
  ["operations", "*", "reply", "messages", "*"],
].flatMap((path) => [path, ["components", ...path]]);

/** Objects that are written where there must be a reference: nothing reads what they describe. */
function writtenOut(document: Document): Diagnostic[] {
  if (!isAsyncApi(document.value, "3")) return [];
  return referencesOnly
    .flatMap((path) => matching(placeAt(document, []), path))
    .filter(({ value }) => isSchemaObject(value) && !Object.hasOwn(value, "$ref"))
    .map(({ tokens }) =>
      diagnose(document, tokens, {
        severity: "warning",
        code: "asyncapi-invalid",
        message: "there must be a reference here, so this object isn't read",
        hint: "Move it to where the document lists such objects, and refer to it with `$ref`.",
      }),
    );
}

function matching(place: Place, [key, ...rest]: readonly string[]): Place[] {
  if (key === undefined) return [place];
  const { value } = place;
  if (value === null || typeof value !== "object") return [];
  const keys = key === "*" ? Object.keys(value) : Object.hasOwn(value, key) ? [key] : [];
  return keys.flatMap((each) => matching(below(place, each), rest));
}
