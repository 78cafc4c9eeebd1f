import { nearestNames } from "@oipkit/runtime/nearest-names";
import { documentMessages } from "../documents/asyncapi/messages.js";
import { foreignFormatName, foreignSchema, parseSchemaFormat } from "../documents/asyncapi/schema-formats.js";
import { type ContractFinding, type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { type PartReading, valueReading } from "../documents/document.js";
import { below, type Place, placeAt } from "../documents/place.js";
import { isSchemaObject } from "../documents/schema-walk.js";
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
export function unknownFormat(format: string): Pick<ContractFinding, "code" | "message" | "hint"> {
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

/** Warns about each schema that isn't JSON Schema, such as Avro or Protobuf, wherever it is: nothing is known of its values. */
export function checkSchemaFormats(contracts: Contracts): Diagnostic[] {
  const named = contracts.asyncapi.flatMap((document) =>
    documentMessages(contracts, document).flatMap((message) => [
      ...foreign(
        message.payload,
        `the payload of \`${message.key}\` is`,
        ", and the validator accepts any value",
      ),
      ...foreign(message.headers, `the headers of \`${message.key}\` are`, ""),
    ]),
  );
  const places = new Set(named.map(({ file, pointer }) => `${file}#${pointer}`));
  const others = [...contracts.names.keys()].flatMap((path) => {
    const document = contracts.documents.get(path);
    const holders = document === undefined ? [] : foreignHolders(placeAt(document, []));
    return holders.flatMap((holder) =>
      foreign(below(holder, "schema"), "this schema is", ", and validators accept any value here"),
    );
  });
  return [...named, ...others.filter(({ file, pointer }) => !places.has(`${file}#${pointer}`))];
}

/** The multi-format schemas in a document of which nothing is known but their text. */
function foreignHolders(root: Place): Place[] {
  if (!root.document.text.includes("schemaFormat")) return [];
  const found: Place[] = [];
  const visit = (place: Place, reading: PartReading): void => {
    const { value } = place;
    if (value === null || typeof value !== "object" || reading === "data") return;
    if (isSchemaObject(value) && reading === "keywords" && Object.hasOwn(value, foreignSchema))
      found.push(place);
    for (const [key, item] of Object.entries(value)) {
      if (item === null || typeof item !== "object") continue;
      visit(below(place, key), Array.isArray(value) ? "keywords" : valueReading(reading, key, item));
    }
  };
  visit(root, "keywords");
  return found;
}

function foreign(schema: Place | undefined, what: string, alsoMeans: string): Diagnostic[] {
  if (schema?.tokens.at(-1) !== "schema") return [];
  const holder = placeAt(schema.document, schema.tokens.slice(0, -1));
  const { schemaFormat } = (holder.value ?? {}) as { schemaFormat?: unknown };
  if (schemaFormat === undefined || parseSchemaFormat(schemaFormat) !== "foreign") return [];
  return [
    diagnose(holder.document, [...holder.tokens, "schemaFormat"], {
      severity: "warning",
      code: "schema-format",
      message: `${what} described in ${foreignFormatName(schemaFormat)}, so the type is \`unknown\`${alsoMeans}`,
      hint: "Formats that are read: JSON Schema draft-07 and 2020-12, AsyncAPI's own, and the schemas of OpenAPI 3.0 and 3.1.",
    }),
  ];
}
