import { below, dereference, entriesOf, type Place } from "../../../reader/documents/place.js";
import type { Flow, Part } from "../part.js";
import { recordOf } from "../record.js";
import type { Api } from "./api.js";
import { linkParts } from "./link-parts.js";
import { formOf, schemaOf } from "./parameter-parts.js";

/** The body of a request, if it has one. */
export function bodyPart(api: Api, reference: Place, flow: Flow): Part[] {
  const place = dereference(api.contracts, reference);
  if (place.value === null || typeof place.value !== "object") return [];
  const { required } = place.value as { required?: unknown };
  return [
    {
      kind: "body",
      key: "",
      title: "body",
      at: place,
      flow,
      facts: { required: { value: required === true } },
      parts: mediaTypes(api, place, { flow, kind: "request-media-type" }),
    },
  ];
}

/** The responses of an operation by status, with headers, bodies and links. */
export function responseParts(api: Api, responses: Place, flow: Flow): Part[] {
  return entriesOf(responses)
    .filter(([status]) => !status.startsWith("x-"))
    .map(([status, reference]) => {
      const place = dereference(api.contracts, reference);
      return {
        kind: "response",
        key: status.toUpperCase(),
        title: `response ${status}`,
        at: place,
        flow,
        parts: [
          ...mediaTypes(api, place, { flow, kind: "response-media-type" }),
          ...headerParts(api, place, flow),
          ...linkParts(api, place, flow),
        ],
      };
    });
}

function mediaTypes(
  api: Api,
  owner: Place,
  { flow, kind }: { readonly flow: Flow; readonly kind: string },
): Part[] {
  return entriesOf(below(owner, "content")).map(([type, reference]) => {
    const place = dereference(api.contracts, reference);
    const { encoding } = recordOf(place.value);
    return {
      kind,
      key: mediaTypeKey(type),
      title: type,
      at: place,
      flow,
      ...schemaOf(place),
      facts: encoding === undefined ? {} : { encoding: { value: encodingOf(encoding) } },
    };
  });
}

/** A media type's name without spaces and case (RFC 9110, section 8.3.1); `charset=utf-8` is what JSON has anyway. */
function mediaTypeKey(type: string): string {
  const [name = "", ...parameters] = type.toLowerCase().split(";");
  const kept = parameters.map((each) => each.trim()).filter((each) => each !== "charset=utf-8");
  return [name.trim(), ...kept.sort()].join(";");
}

function encodingOf(encoding: unknown): unknown {
  const entries = Object.entries(recordOf(encoding)).map(([name, each]) => [name, recordOf(each)] as const);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      {
        contentType: value.contentType,
        form: formOf({ in: "query", ...value }),
        headers: Object.keys(recordOf(value.headers)),
      },
    ]),
  );
}

function headerParts(api: Api, owner: Place, flow: Flow): Part[] {
  return entriesOf(below(owner, "headers")).map(([name, reference]) => {
    const place = dereference(api.contracts, reference);
    const value = recordOf(place.value);
    return {
      kind: "header",
      key: name.toLowerCase(),
      title: `header \`${name}\``,
      at: place,
      flow,
      ...schemaOf(place),
      facts: {
        required: { value: value.required === true },
        form: { value: formOf(value) },
        deprecated: { value: value.deprecated === true },
      },
    };
  });
}
