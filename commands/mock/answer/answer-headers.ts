import { below, dereference, entriesOf, type Place } from "../../../reader/documents/place.js";
import { json } from "../../../reader/text/json.js";
import { hasSchema, type MockSchemas } from "../contract/schemas.js";
import { examplesOf } from "./contract-examples.js";
import { madeValue, violationOf } from "./made-value.js";

/** Headers that describe the message or the connection, which the server writes itself. */
const own = new Set(
  "connection content-encoding content-length content-type date keep-alive te trailer transfer-encoding upgrade".split(
    " ",
  ),
);

/** The declared headers of a response, from examples or made from their schemas. One without a value that can be sent is left out. */
export function answerHeaders(schemas: MockSchemas, response: Place): readonly (readonly [string, string])[] {
  const contracts = schemas.contracts("answer");
  return entriesOf(below(response, "headers")).flatMap(([name, reference]) => {
    if (own.has(name.toLowerCase()) || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return [];
    const header = dereference(contracts, reference);
    const media = entriesOf(below(header, "content"))[0]?.[1];
    const value = headerValue(schemas, media ?? header);
    const text = media === undefined ? styled(value, isExploded(header)) : value && json(value.value);
    return text === undefined || !/^[\t\x20-\x7e\x80-\xff]*$/.test(text) ? [] : [[name, text] as const];
  });
}

function isExploded({ value }: Place): boolean {
  return (value as { explode?: unknown } | null)?.explode === true;
}

function headerValue(schemas: MockSchemas, holder: Place): { readonly value: unknown } | undefined {
  const schema = below(holder, "schema");
  const isValid = (value: unknown): boolean =>
    !hasSchema(schema) || violationOf(schemas, schema, value) === undefined;
  const example = examplesOf(schemas.contracts("answer"), holder).find(({ value }) => isValid(value));
  if (example !== undefined) return example;
  if (!hasSchema(schema)) return undefined;
  const made = madeValue(schemas, schema);
  return made.kind === "value" ? made : undefined;
}

/** A value in the style `simple`. */
function styled(found: { readonly value: unknown } | undefined, explode: boolean): string | undefined {
  const value = found?.value;
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.map(plain).join(",");
  if (typeof value !== "object") return plain(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}${explode ? "=" : ","}${plain(member)}`)
    .join(",");
}

function plain(value: unknown): string {
  return typeof value === "object" ? json(value) : String(value);
}
