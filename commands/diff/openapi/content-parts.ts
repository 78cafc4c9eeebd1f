import { type PathItem, pathItemMember } from "../../../reader/documents/openapi/path-items.js";
import {
  below,
  childPlaces,
  dereference,
  type Place,
  referenceChain,
} from "../../../reader/documents/place.js";
import { type Fact, type Part, type PartFlow, toRecord } from "../part.js";
import type { VersionedApi } from "./api.js";
import { linkParts } from "./link-parts.js";

/** The body of a request, if it has one. */
export function bodyPart(api: VersionedApi, reference: Place, flow: PartFlow): Part[] {
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
export function responseParts(api: VersionedApi, responses: Place, flow: PartFlow): Part[] {
  return childPlaces(responses)
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
  api: VersionedApi,
  owner: Place,
  { flow, kind }: { readonly flow: PartFlow; readonly kind: string },
): Part[] {
  return childPlaces(below(owner, "content")).map(([type, reference]) => {
    const place = dereference(api.contracts, reference);
    const { encoding } = toRecord(place.value);
    return {
      kind,
      key: mediaTypeKey(type),
      title: type,
      at: place,
      flow,
      ...mediaSchema(place),
      facts: {
        described: { value: mediaSchema(place).schema !== undefined },
        ...(encoding !== undefined && { encoding: { value: toEncoding(encoding) } }),
      },
      parts: childPlaces(below(place, "encoding")).flatMap(([name, part]) =>
        headerParts(api, part, flow).map((header) => ({
          ...header,
          kind: "part-header",
          key: `${name} ${header.key}`,
          title: `${header.title} of the part \`${name}\``,
        })),
      ),
    };
  });
}

/** A media type's name without spaces and case (RFC 9110, section 8.3.1); `charset=utf-8` is what JSON has anyway. */
function mediaTypeKey(type: string): string {
  const [name = "", ...parameters] = type.toLowerCase().split(";");
  const kept = parameters.map((each) => each.trim()).filter((each) => each !== "charset=utf-8");
  return [name.trim(), ...kept.sort()].join(";");
}

function toEncoding(encoding: unknown): unknown {
  const entries = Object.entries(toRecord(encoding)).map(([name, each]) => [name, toRecord(each)] as const);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      {
        contentType: value.contentType,
        form: parameterForm({ in: "query", ...value }),
      },
    ]),
  );
}

function headerParts(api: VersionedApi, owner: Place, flow: PartFlow): Part[] {
  return childPlaces(below(owner, "headers")).map(([name, reference]) => {
    const place = dereference(api.contracts, reference);
    const value = toRecord(place.value);
    return {
      kind: "header",
      key: name.toLowerCase(),
      title: `header \`${name}\``,
      at: place,
      flow,
      ...parameterSchema(place),
      facts: {
        required: { value: value.required === true },
        form: { value: parameterForm(value) },
        deprecated: { value: value.deprecated === true },
        ...sunsetFact(place),
        described: { value: parameterSchema(place).schema !== undefined },
      },
    };
  });
}

interface Where {
  readonly operation: Place;
  readonly item: PathItem;
  readonly path: string;
  readonly flow: PartFlow;
}

/** Header parameters of these names are ignored (OpenAPI 3.1, Parameter Object). */
const ignoredHeaders = new Set(["accept", "content-type", "authorization"]);

/** The parameters of an operation. Those of the path item count, too, unless the operation has its own. */
export function parameterParts(api: VersionedApi, { operation, item, path, flow }: Where): Part[] {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const parts = new Map<string, Part>();
  for (const list of [pathItemMember(item, "parameters"), below(operation, "parameters")])
    for (const [, entry] of listItems(list)) {
      const place = dereference(api.contracts, entry);
      const value = toRecord(place.value);
      if (typeof value.name !== "string" || typeof value.in !== "string") continue;
      const isHeader = value.in === "header";
      const name = isHeader ? value.name.toLowerCase() : value.name;
      if (isHeader && ignoredHeaders.has(name)) continue;
      const key = value.in === "path" ? `path ${names.indexOf(name)}` : `${value.in} ${name}`;
      parts.set(key, {
        kind: "parameter",
        key,
        title: `${value.in} parameter \`${value.name}\``,
        at: place,
        flow,
        ...parameterSchema(place),
        facts: {
          required: { value: value.required === true || value.in === "path" },
          form: { value: parameterForm(value) },
          deprecated: { value: value.deprecated === true },
          ...sunsetFact(place),
          described: { value: parameterSchema(place).schema !== undefined },
          default: defaultFact(api, place),
          allowEmptyValue: { value: value.in === "query" && value.allowEmptyValue === true },
        },
      });
    }
  return [...parts.values()];
}

function sunsetFact(place: Place): Record<string, Fact> {
  const at = below(place, "x-sunset");
  return at.value === undefined ? {} : { "x-sunset": { value: at.value, at } };
}

/** The schema of a parameter or header: its own, or that of its one media type. */
function parameterSchema(place: Place): { readonly schema?: Place } {
  const own = below(place, "schema");
  if (own.value !== undefined) return { schema: own };
  const [first] = childPlaces(below(place, "content"));
  const schema = first && below(first[1], "schema");
  if (schema?.value === undefined) return {};
  return { schema };
}

/** The schema of a body, or that of the items of which a stream consists (OpenAPI 3.2). */
function mediaSchema(media: Place): { readonly schema?: Place } {
  const schema = [below(media, "schema"), below(media, "itemSchema")].find(
    ({ value }) => value !== undefined,
  );
  if (schema === undefined) return {};
  return { schema };
}

/** The value of a parameter that is left out, which only an optional one has. */
function defaultFact(api: VersionedApi, place: Place): Fact {
  const { schema } = parameterSchema(place);
  if (schema === undefined || toRecord(place.value).required === true) return { value: undefined };
  const found = referenceChain(api.contracts, schema).find(
    ({ value }) => toRecord(value).default !== undefined,
  );
  if (found === undefined) return { value: undefined };
  return { value: toRecord(found.value).default, at: below(found, "default") };
}

const defaultStyles: Readonly<Record<string, string>> = {
  path: "simple",
  header: "simple",
  query: "form",
  cookie: "form",
};

/** How the value is written, with the defaults of OpenAPI 3.1 (Parameter Object). */
function parameterForm({ in: location = "header", ...value }: Record<string, unknown>): unknown {
  if (value.content !== null && typeof value.content === "object") return Object.keys(value.content);
  const style = value.style ?? defaultStyles[String(location)];
  return {
    style,
    explode: value.explode ?? style === "form",
    allowReserved: value.allowReserved === true,
  };
}

function listItems({ document, tokens, value }: Place): [string, Place][] {
  if (!Array.isArray(value)) return [];
  return value.map((item, at) => [
    String(at),
    { document, tokens: [...tokens, String(at)], value: item as unknown },
  ]);
}
