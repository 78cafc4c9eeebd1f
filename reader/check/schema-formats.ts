import { foreignFormatName, schemaFormatOf } from "../documents/asyncapi/schema-format.js";
import { foreignSchema } from "../documents/asyncapi/schema-formats.js";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { messagesOf } from "../documents/messages.js";
import { below, type Place, placeAt } from "../documents/place.js";
import { type Reading, readingOf } from "../documents/reading.js";
import { isSchemaObject } from "../documents/schema-walk.js";

/** Warns about each schema that isn't JSON Schema, such as Avro or Protobuf, wherever it is: nothing is known of its values. */
export function checkSchemaFormats(contracts: Contracts): Diagnostic[] {
  const named = contracts.asyncapi.flatMap((document) =>
    messagesOf(contracts, document).flatMap((message) => [
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
  const visit = (place: Place, reading: Reading): void => {
    const { value } = place;
    if (value === null || typeof value !== "object" || reading === "data") return;
    if (isSchemaObject(value) && reading === "keywords" && Object.hasOwn(value, foreignSchema))
      found.push(place);
    for (const [key, item] of Object.entries(value)) {
      if (item === null || typeof item !== "object") continue;
      visit(below(place, key), Array.isArray(value) ? "keywords" : readingOf(reading, key, item));
    }
  };
  visit(root, "keywords");
  return found;
}

function foreign(schema: Place | undefined, what: string, alsoMeans: string): Diagnostic[] {
  if (schema?.tokens.at(-1) !== "schema") return [];
  const holder = placeAt(schema.document, schema.tokens.slice(0, -1));
  const { schemaFormat } = (holder.value ?? {}) as { schemaFormat?: unknown };
  if (schemaFormat === undefined || schemaFormatOf(schemaFormat) !== "foreign") return [];
  return [
    diagnose(holder.document, [...holder.tokens, "schemaFormat"], {
      severity: "warning",
      code: "schema-format",
      message: `${what} described in ${foreignFormatName(schemaFormat)}, so the type is \`unknown\`${alsoMeans}`,
      hint: "Formats that are read: JSON Schema draft-07 and 2020-12, AsyncAPI's own, and the schemas of OpenAPI 3.0 and 3.1.",
    }),
  ];
}
