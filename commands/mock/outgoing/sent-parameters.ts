import { allWriters, type ParameterStyle, type RequestDraft } from "@oipkit/runtime/http";
import { below, childPlaces } from "../../../reader/documents/place.js";
import type { HttpParameter } from "../../../reader/model/model.js";
import { describedValue } from "../answer/described-value.js";
import type { MockSchemas } from "../contract/schemas.js";
import type { OutgoingRequest } from "./outgoing-request.js";

/** A request's URL and headers with the parameters that its operation declares, from examples or made from their schemas. */
export function withParameters(
  schemas: MockSchemas,
  parameters: readonly HttpParameter[],
  request: OutgoingRequest,
): OutgoingRequest {
  const draft: RequestDraft = { query: [], headers: new Headers(), cookies: [], body: undefined };
  for (const parameter of parameters) write(schemas, parameter, draft);
  const { query, headers, cookies } = draft;
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  const url = new URL(request.url);
  const search = [url.search.slice(1), ...query].filter((part) => part !== "").join("&");
  if (query.length > 0) url.search = search;
  return {
    ...request,
    url: query.length > 0 ? url.href : request.url,
    headers: [...request.headers, ...headers],
  };
}

/** Headers that describe the message or the connection, which the sender writes itself. */
const ofMessage = new Set(
  "connection content-length expect host keep-alive te trailer transfer-encoding upgrade".split(" "),
);

/** Adds a parameter to a request; one without a value that its place can hold is left out. */
function write(schemas: MockSchemas, parameter: HttpParameter, draft: RequestDraft): void {
  const { name, in: where, style, explode, allowReserved, contentType, place } = parameter;
  if (where === "path" || ofMessage.has(name.toLowerCase())) return;
  const [content] = childPlaces(below(place, "content"));
  const value = describedValue(schemas, content?.[1] ?? place)?.value;
  if (value === undefined || value === null) return;
  const descriptor = {
    style: style as ParameterStyle,
    explode,
    allowReserved,
    ...(contentType !== undefined && { content: contentType }),
  };
  try {
    allWriters[where]?.(draft, { name, value, descriptor });
  } catch {
    // No style, or no header, can hold it.
  }
}
