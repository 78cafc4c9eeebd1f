import { foreignFormatName, schemaFormatOf } from "../read/asyncapi/schema-format.js";
import { type Contracts, diagnose } from "../read/contracts.js";
import type { Diagnostic } from "../read/diagnostic.js";
import { messagesOf } from "../read/messages.js";
import { type Place, placeAt } from "../read/place.js";

/** Warns about each payload whose schema isn't JSON Schema, such as Avro or Protobuf: nothing is known of its values. */
export function checkSchemaFormats(contracts: Contracts): Diagnostic[] {
  return contracts.asyncapi.flatMap((document) =>
    messagesOf(contracts, document).flatMap((message) => [
      ...foreign(
        message.payload,
        `the payload of \`${message.key}\` is`,
        ", and the validator accepts any value",
      ),
      ...foreign(message.headers, `the headers of \`${message.key}\` are`, ""),
    ]),
  );
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
