import { below, childPlaces, dereference, type Place } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { HttpOperation } from "../../../reader/model/model.js";
import type { EmitInput } from "../emit-input.js";

const shownOfOperation =
  "tags summary description operationId parameters requestBody responses callbacks deprecated security externalDocs servers x-clause x-environments";
const shownOfParameter = "name in description required schema content example examples deprecated";
const shownOfBody = "description content required";
const shownOfMedia = "schema example examples";
const shownOfResponse = "description summary headers content";
const shownOfMessage =
  "name title summary description payload headers contentType examples x-family x-clause x-unspecified x-callback x-event-pattern messageId schemaFormat";
const shownOfDocument =
  "openapi asyncapi swagger info paths webhooks components tags servers security externalDocs x-webhook-protocol";
const shownOfEvents = "asyncapi id info components x-webhook-protocol defaultContentType";
/** Keywords of schemas that the type, the limits, the marks and the tables say. */
const shownOfSchema =
  "$ref $id $schema $defs $anchor $comment definitions type properties required enum const allOf anyOf oneOf items prefixItems additionalProperties unevaluatedProperties nullable title description format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems minProperties maxProperties example examples default readOnly writeOnly deprecated x-rules x-extensible-enum";

/** Members of an operation that its page doesn't show, such as `200 links`. */
export function unshownOfOperation({ contracts }: EmitInput, { place }: HttpOperation): string[] {
  const at = (...tokens: string[]): Place => below(place, ...tokens);
  const parameters = listedPlaces(at("parameters")).flatMap(([, each]) => {
    const declared = dereference(contracts, each);
    const { name } = declared.value as { readonly name?: unknown };
    return labelled(`parameter ${String(name)}`, others(declared.value, shownOfParameter));
  });
  const body = dereference(contracts, at("requestBody"));
  const responses = childPlaces(at("responses")).flatMap(([status, each]) => {
    const declared = dereference(contracts, each);
    return [
      ...labelled(status, others(declared.value, shownOfResponse)),
      ...labelled(status, unshownOfContent(declared)),
    ];
  });
  return [
    ...new Set([
      ...others(place.value, shownOfOperation),
      ...parameters,
      ...labelled("body", [...others(body.value, shownOfBody), ...unshownOfContent(body)]),
      ...responses,
    ]),
  ];
}

/** Members of a message that its page doesn't show. */
export function unshownOfMessage({ value }: Place): string[] {
  return others(value, shownOfMessage);
}

/** Members at the top of a document that the site doesn't show. */
export function unshownOfDocument(document: unknown, kind: "api" | "events"): string[] {
  return others(document, kind === "api" ? shownOfDocument : shownOfEvents);
}

/** Keywords of a schema and of its properties that its page doesn't show. */
export function unshownOfSchema(place: Place): string[] {
  const own = others(place.value, shownOfSchema);
  const inner = childPlaces(below(place, "properties")).flatMap(([, { value }]) =>
    others(value, shownOfSchema),
  );
  return [...new Set([...own, ...inner])].sort();
}

function unshownOfContent(holder: Place): string[] {
  return childPlaces(below(holder, "content")).flatMap(([media, { value }]) =>
    labelled(media, others(value, shownOfMedia)),
  );
}

function others(value: unknown, shown: string): string[] {
  if (!isSchemaObject(value)) return [];
  const known = new Set(shown.split(" "));
  return Object.keys(value).filter((key) => !known.has(key));
}

function labelled(label: string, names: readonly string[]): string[] {
  return names.map((name) => `${label} ${name}`);
}

/** The entries of a list, as places. */
function listedPlaces(place: Place): [string, Place][] {
  if (!Array.isArray(place.value)) return [];
  return place.value.map((_, at) => [String(at), below(place, String(at))]);
}
