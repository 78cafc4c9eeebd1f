import type { Contracts } from "../documents/contracts.js";
import { messagesOf } from "../documents/messages.js";
import { entriesOf, type Place, placeAt } from "../documents/place.js";
import { type Reading, readingOf } from "../documents/reading.js";
import { isSchemaObject } from "../documents/schema-walk.js";

/** The schemas of all documents that aren't part of another schema. */
export function schemaRoots(contracts: Contracts): Place[] {
  const { openapi, asyncapi, schemas } = contracts;
  return [
    ...schemas.map((document) => placeAt(document, [])),
    ...[...openapi, ...asyncapi].flatMap((document) =>
      entriesOf(placeAt(document, ["components", "schemas"])).map(([, schema]) => schema),
    ),
    ...asyncapi.flatMap((document) =>
      messagesOf(contracts, document).flatMap(({ payload }) => payload ?? []),
    ),
    ...openapi.flatMap((document) => inlineSchemas(placeAt(document, []))),
  ].filter(({ value }) => isSchemaObject(value));
}

/** The schemas of media types, parameters and headers. */
function inlineSchemas(root: Place): Place[] {
  const found: Place[] = [];
  const open: { place: Place; reading: Reading }[] = [{ place: root, reading: "keywords" }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { place, reading } = next;
    if (reading === "data") continue;
    for (const [key, item] of objectsBelow(place)) {
      if (reading === "keywords" && key === "schema") found.push(item);
      else if (reading !== "keywords" || key !== "schemas")
        open.push({ place: item, reading: readingOf(reading, key, item.value) });
    }
  }
  return found;
}

function objectsBelow({ document, tokens, value: around }: Place): [string, Place][] {
  return Object.entries(around as object).flatMap(([key, value]): [string, Place][] =>
    typeof value === "object" && value !== null ? [[key, { document, tokens: [...tokens, key], value }]] : [],
  );
}
