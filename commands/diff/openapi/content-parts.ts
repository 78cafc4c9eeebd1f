import { fromPointer } from "@oipkit/runtime/json-pointer";
import {
  type PathItem,
  pathItemAt,
  pathItemMember,
  pathItemOperations,
} from "../../../reader/documents/openapi/path-items.js";
import {
  below,
  childPlaces,
  dereference,
  type Place,
  referenceChain,
} from "../../../reader/documents/place.js";
import { type Fact, type Part, type PartFlow, toRecord } from "../part.js";
import { operationKey, type VersionedApi } from "./api.js";

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
      ...parameterSchema(place),
      facts: {
        described: { value: isDescribed(place) },
        ...(encoding !== undefined && { encoding: { value: toEncoding(encoding) } }),
      },
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
        headers: Object.keys(toRecord(value.headers)),
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
          default: defaultFact(api, place),
          allowEmptyValue: { value: value.in === "query" && value.allowEmptyValue === true },
        },
      });
    }
  return [...parts.values()];
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

/** Whether a body has a schema: without one, as with one that says nothing, it may be anything. */
function isDescribed(media: Place): boolean {
  const { schema, itemSchema } = toRecord(media.value);
  return schema !== undefined || itemSchema !== undefined;
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

/** Where a link leads. */
interface Target {
  readonly method: string;
  readonly path: string;
}

/** The links of a response: the operations for which it has arguments. What they lead to is compared as an operation. */
function linkParts(api: VersionedApi, response: Place, flow: PartFlow): Part[] {
  return childPlaces(below(response, "links")).map(([name, reference]) => {
    const place = dereference(api.contracts, reference);
    const link = toRecord(place.value);
    const target = findTarget(api, link);
    const fact = (member: string, value: unknown): Record<string, Fact> => {
      if (value === undefined) return {};
      return { [member]: { value, at: below(place, member) } };
    };
    return {
      kind: "link",
      key: name,
      title: `link \`${name}\``,
      at: place,
      flow,
      facts: {
        target: {
          value:
            target === undefined
              ? String(link.operationId ?? link.operationRef)
              : operationKey(target.method, target.path),
        },
        ...fact("parameters", linkArguments(link, target)),
        ...fact("requestBody", link.requestBody),
        ...fact("server", toRecord(link.server).url),
      },
    };
  });
}

/** `undefined` if it isn't among the paths of the document. */
function findTarget(
  api: VersionedApi,
  { operationId, operationRef }: Record<string, unknown>,
): Target | undefined {
  if (typeof operationId === "string") return targetsIn(api).get(operationId);
  const [file, fragment = ""] = String(operationRef).split("#", 2);
  const pointer = decoded(fragment);
  if (file !== "" || !pointer.startsWith("/paths/") || /~(?![01])/.test(pointer)) return undefined;
  const [, path = "", member = "", name = ""] = fromPointer(pointer);
  return { method: member === "additionalOperations" ? name : member, path };
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

const known = new WeakMap<Place, ReadonlyMap<string, Target>>();

/** The operations of a document, by their ids. */
function targetsIn({ contracts, root }: VersionedApi): ReadonlyMap<string, Target> {
  const found = known.get(root);
  if (found !== undefined) return found;
  const targets = new Map<string, Target>();
  for (const [path, item] of childPlaces(below(root, "paths")))
    for (const { method, operation } of pathItemOperations(contracts, pathItemAt(contracts, item))) {
      const { operationId } = toRecord(operation.value);
      if (typeof operationId === "string") targets.set(operationId, { method, path });
    }
  known.set(root, targets);
  return targets;
}

/** The arguments by parameter; those of the path by their position, since their names aren't sent. */
function linkArguments({ parameters }: Record<string, unknown>, target: Target | undefined): unknown {
  if (parameters === undefined) return undefined;
  const names = [...(target?.path ?? "").matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  return Object.fromEntries(
    Object.entries(toRecord(parameters)).map(([name, value]) => {
      const at = names.indexOf(name.replace(/^path\./, ""));
      return [at < 0 ? name : `path parameter ${at + 1}`, value];
    }),
  );
}
