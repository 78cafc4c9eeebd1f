import { type Members, type Pair, requesting, responding } from "./documents.js";

const string = { type: "string" };
const defaulting = { ...string, default: "b" };
const unwritten = { ...string, writeOnly: true };

/** An object with a property `a`, and with `b` if there is a schema for it. */
const object = (b?: Members, ...required: readonly string[]): Members => ({
  type: "object",
  properties: { a: string, ...(b && { b }) },
  required,
});

/** A change of an object, in a request or in a response. */
function inBody(place: typeof requesting, [old, current]: Pair): Pair {
  return [place(old), place(current)];
}

const requests: Readonly<Record<string, Pair>> = {
  "request-property-removed": [object(string), object()],
  "new-optional-request-property": [object(), object(string)],
  "new-required-request-property": [object(), object(string, "b")],
  "new-required-request-property-with-default": [object(), object(defaulting, "b")],
  "request-property-became-required": [object(string), object(string, "b")],
  "request-property-became-required-with-default": [object(defaulting), object(defaulting, "b")],
  "request-property-became-optional": [object(string, "b"), object(string)],
};

const responses: Readonly<Record<string, Pair>> = {
  "response-optional-property-added": [object(), object(string)],
  "response-optional-property-removed": [object(string), object()],
  "response-required-property-added": [object(), object(string, "b")],
  "response-required-property-removed": [object(string, "b"), object()],
  "response-property-became-required": [object(string), object(string, "b")],
  "response-property-became-optional": [object(string, "b"), object(string)],
  "response-optional-write-only-property-added": [object(), object(unwritten)],
  "response-optional-write-only-property-removed": [object(unwritten), object()],
  "response-required-write-only-property-added": [object(), object(unwritten, "b")],
  "response-required-write-only-property-removed": [object(unwritten, "b"), object()],
  "response-write-only-property-became-required": [object(unwritten), object(unwritten, "b")],
  "response-write-only-property-became-optional": [object(unwritten, "b"), object(unwritten)],
};

/** In XML, all values are texts. */
const [integers, texts] = [object({ type: "integer" }), object(string)];

/** Changes of the properties of objects, by the names of rules. */
export const objectChanges: Readonly<Record<string, Pair>> = {
  ...placed(requests, requesting),
  ...placed(responses, responding),
  "request-property-type-compatible": [
    requesting(integers, "application/xml"),
    requesting(texts, "application/xml"),
  ],
  "response-property-type-compatible": [
    responding(texts, "application/xml"),
    responding(integers, "application/xml"),
  ],
};

function placed(pairs: Readonly<Record<string, Pair>>, place: typeof requesting): Record<string, Pair> {
  return Object.fromEntries(Object.entries(pairs).map(([id, pair]) => [id, inBody(place, pair)]));
}
