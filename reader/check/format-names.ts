import { nearestNames } from "@oipkit/runtime/nearest-names";
import { type Contracts, diagnose, type Finding } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { below, type Place } from "../documents/place.js";
import { formatNames } from "../validation/formats.js";
import { schemasWith } from "./schema-places.js";

const known: ReadonlySet<string> = new Set([
  ...formatNames,
  // The format registry of OpenAPI (spec.openapis.org/registry/format), which are annotations.
  ...(
    "base64url binary byte char commonmark date-time-local decimal decimal128 double double-int duration float html http-date int16 int32 " +
    "int64 int8 media-range password sf-binary sf-boolean sf-decimal sf-integer sf-string sf-token time-local uint16 uint32 uint64 uint8"
  ).split(" "),
]);

/** What to say of a format that oipkit doesn't know. */
export function unknownFormat(format: string): Pick<Finding, "code" | "message" | "hint"> {
  const [near] = nearestNames(format, alike(format, formatNames));
  const names = `Known formats: ${[...formatNames].sort().join(", ")}.`;
  const hint = near === undefined ? names : `Did you mean \`${near}\`? ${names}`;
  return { code: "format-unknown", message: `unknown format \`${format}\`: it isn't checked`, hint };
}

/** The names of about the same length: a part of a name is rarely a misspelling of it. */
export function alike(wrong: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => Math.abs(name.length - wrong.length) <= 2);
}

/**
 * Warns about formats in OpenAPI documents that oipkit doesn't know, each once with its first place: platforms have formats of their own,
 * which validators and types pass over.
 */
export function checkFormatNames(contracts: Contracts): Diagnostic[] {
  const first = new Map<string, { readonly place: Place; count: number }>();
  const others = new Set([...contracts.schemas, ...contracts.asyncapi]);
  for (const schema of schemasWith(contracts, "format")) {
    const { format } = schema.value;
    if (typeof format !== "string" || known.has(format) || others.has(schema.document)) continue;
    const before = first.get(format);
    if (before === undefined) first.set(format, { place: below(schema, "format"), count: 1 });
    else before.count++;
  }
  return [...first].map(([format, { place, count }]) => {
    const { message, ...about } = unknownFormat(format);
    const also = count === 1 ? "" : `, here and in ${count - 1} other ${count === 2 ? "place" : "places"}`;
    return diagnose(place.document, place.tokens, {
      ...about,
      severity: "warning",
      message: `${message}${also}`,
    });
  });
}
