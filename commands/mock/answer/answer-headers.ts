import { below, childPlaces, dereference, type Place, placeKey } from "../../../reader/documents/place.js";
import { json } from "../../../reader/text/json.js";
import type { MockSchemas } from "../contract/schemas.js";
import type { MockAnswer } from "../exchange.js";
import { describedValue } from "./described-value.js";

/** Makes the declared headers of responses, those of the same response once. */
export function responseHeaders(schemas: MockSchemas): (response: Place) => MockAnswer["headers"] {
  const known = new Map<string, MockAnswer["headers"]>();
  return (response) => {
    const key = placeKey(response);
    const made = known.get(key) ?? answerHeaders(schemas, response);
    known.set(key, made);
    return made;
  };
}

/** Headers that describe the message or the connection, which the server writes itself. */
const own = new Set(
  "connection content-encoding content-length content-type date keep-alive te trailer transfer-encoding upgrade".split(
    " ",
  ),
);

/** The declared headers of a response, from examples or made from their schemas. One without a value that can be sent is left out. */
function answerHeaders(schemas: MockSchemas, response: Place): readonly (readonly [string, string])[] {
  const contracts = schemas.contracts("answer");
  return childPlaces(below(response, "headers")).flatMap(([name, reference]) => {
    if (own.has(name.toLowerCase()) || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return [];
    const header = dereference(contracts, reference);
    const media = childPlaces(below(header, "content"))[0]?.[1];
    const value = describedValue(schemas, media ?? header);
    const text = media === undefined ? styled(value, isExploded(header)) : value && json(value.value);
    if (text === undefined || !/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return [];
    return [[name, text] as const];
  });
}

function isExploded({ value }: Place): boolean {
  return (value as { explode?: unknown } | null)?.explode === true;
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
  if (typeof value === "object") return json(value);
  return String(value);
}
