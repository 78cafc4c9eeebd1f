import { fromPointer } from "@oipkit/runtime/json-pointer";
import { documentMessages, type MessageSource } from "../documents/asyncapi/messages.js";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { type PartReading, valueReading } from "../documents/document.js";
import { isStreamed } from "../documents/openapi/version32.js";
import { below, childPlaces, dereference, type Place, placeAt } from "../documents/place.js";
import { isSchemaObject, listOrEmpty, walkSchema } from "../documents/schema-walk.js";
import { type InstanceChecks, instanceChecks } from "../validation/instances.js";
import { SchemaError } from "../validation/violation.js";

/** Inline examples in OpenAPI documents, messages and schemas must match their schema. */
export function checkInlineExamples(contracts: Contracts): Diagnostic[] {
  const pairs = [
    ...contracts.openapi.flatMap((document) => examplesOfHolders(contracts, placeAt(document, []))),
    ...[...contracts.openapi, ...contracts.asyncapi].flatMap((document) =>
      childPlaces(placeAt(document, ["components", "schemas"])).flatMap(([, schema]) => insideSchema(schema)),
    ),
    ...contracts.asyncapi.flatMap((document) => documentMessages(contracts, document).flatMap(insideMessage)),
    ...contracts.schemas.flatMap((document) => insideSchema(placeAt(document, []))),
  ];
  if (pairs.length === 0) return [];
  const checks = instanceChecks(contracts);
  return pairs.flatMap((pair) => checkPair(checks, pair));
}

interface Pair {
  readonly schema: Place;
  readonly example: Place;
}

function checkPair(checks: InstanceChecks, { schema, example }: Pair): Diagnostic[] {
  try {
    return checks.check(schema, example.value).map(({ pointer, fields: [field = pointer] = [], message }) =>
      diagnose(example.document, [...example.tokens, ...fromPointer(field)], {
        code: "example-invalid",
        message,
        hint: "Fix the example or its schema, or set `examples: off` in oipkit.config.yaml to skip the check.",
      }),
    );
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const message = `the example can't be checked because its schema is invalid: ${error.message}`;
    const hint = "Fix the schema, or set `examples: off` in oipkit.config.yaml to skip the check.";
    return [diagnose(schema.document, schema.tokens, { code: "schema-invalid", message, hint })];
  }
}

/** Objects with both a `schema` and examples: media types, parameters, headers. A schema's own examples are inside it. */
function examplesOfHolders(contracts: Contracts, root: Place): Pair[] {
  const pairs: Pair[] = [];
  const open: { place: Place; reading: PartReading }[] = [{ place: root, reading: "keywords" }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { place, reading } = next;
    const { value } = place;
    if (value === null || typeof value !== "object" || reading === "data") continue;
    const schema = reading === "keywords" ? below(place, "schema") : undefined;
    if (isSchemaObject(schema?.value)) {
      pairs.push(...examplesOfHolder(contracts, place, schema), ...insideSchema(schema));
    }
    for (const key of Object.keys(value)) {
      const item = below(place, key);
      const isSchema = reading === "keywords" && (key === "schema" || isSchemaSection(item));
      if (!isSchema) open.push({ place: item, reading: valueReading(reading, key, item.value) });
    }
  }
  return pairs;
}

/** Whether a place is the schemas of an OpenAPI document's `components`. */
function isSchemaSection({ tokens: [first, second, ...others] }: Place): boolean {
  return first === "components" && second === "schemas" && others.length === 0;
}

/** A message's own examples, and those of the schemas of its payload and headers. */
function insideMessage({ place, payload }: MessageSource): Pair[] {
  const { examples } = place.value as { examples?: unknown };
  const parts = { payload, headers: below(place, "headers") };
  return Object.entries(parts).flatMap(([part, schema]) => {
    if (!isSchemaObject(schema?.value)) return [];
    const own = listOrEmpty(examples).map((_, index) => below(place, "examples", String(index), part));
    const present = own.filter(({ value }) => value !== undefined);
    return [...present.map((example) => ({ schema, example })), ...insideSchema(schema)];
  });
}

function examplesOfHolder(contracts: Contracts, holder: Place, schema: Place): Pair[] {
  const named = childPlaces(below(holder, "examples")).flatMap(([, entry]) => {
    const place = dereference(contracts, entry);
    // `dataValue` is OpenAPI 3.2's.
    return [below(place, "value"), below(place, "dataValue")];
  });
  const isStream = holder.tokens.at(-2) === "content" && isStreamed(holder.tokens.at(-1) ?? "");
  return [below(holder, "example"), ...named].flatMap((example) => {
    // Text is the stream as it is sent.
    const isWritten = isStream && typeof example.value === "string";
    if (example.value === undefined || isWritten) return [];
    return [{ schema, example }];
  });
}

function insideSchema(root: Place): Pair[] {
  if (!isSchemaObject(root.value)) return [];
  return [...walkSchema(root.value)].flatMap(([tokens, value]) => {
    const schema = below(root, ...tokens);
    const list = Array.isArray(value.examples)
      ? value.examples.map((_, index) => below(schema, "examples", String(index)))
      : [];
    const single = value.example === undefined ? [] : [below(schema, "example")];
    return [...list, ...single].map((example) => ({ schema, example }));
  });
}
