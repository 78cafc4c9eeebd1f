import { OipkitError } from "../errors.js";

type EventValues = Readonly<Record<string, string | undefined>>;

/** The used part of an event of API Gateway's REST API, of an HTTP API with payload 1.0, or of a load balancer. */
export interface LambdaEventV1 {
  readonly httpMethod: string;
  readonly headers?: EventValues | null | undefined;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>> | null | undefined;
  readonly queryStringParameters?: EventValues | null | undefined;
  readonly multiValueQueryStringParameters?:
    | Readonly<Record<string, readonly string[] | undefined>>
    | null
    | undefined;
  readonly body: string | null;
  readonly isBase64Encoded: boolean;
}

/** The used part of an event of an HTTP API with payload 2.0, or of a function URL. */
export interface LambdaEventV2 {
  readonly version: string;
  readonly requestContext: { readonly http: { readonly method: string } };
  readonly rawQueryString?: string | undefined;
  readonly headers: EventValues;
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
}

/** An HTTP event of API Gateway or of a function URL, in either payload format. */
export type LambdaEvent = LambdaEventV1 | LambdaEventV2;

/** The function was invoked with something other than an HTTP request. */
export class UnsupportedLambdaEvent extends OipkitError {
  readonly code = "unsupported-lambda-event";

  constructor() {
    super("the event is not an HTTP request from API Gateway, a function URL or a load balancer");
  }
}

/** Whether an event has payload format 2.0. */
export function isV2(event: LambdaEvent): event is LambdaEventV2 {
  return (
    "requestContext" in event && typeof (event as LambdaEventV2).requestContext?.http?.method === "string"
  );
}

/** The request's method. Throws `UnsupportedLambdaEvent`. */
export function requestMethod(event: LambdaEvent): string {
  if (isV2(event)) return event.requestContext.http.method;
  if (typeof event.httpMethod === "string") return event.httpMethod;
  throw new UnsupportedLambdaEvent();
}

/**
 * The request's target with its query alone. Payload 1.0 has the parameters decoded, so their spelling may differ from what
 * was sent.
 */
export function requestTarget(event: LambdaEvent): string {
  if (isV2(event)) return event.rawQueryString ? `?${event.rawQueryString}` : "";
  const several = event.multiValueQueryStringParameters;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(event.queryStringParameters ?? {})) {
    if (value !== undefined && !several) query.append(name, value);
  }
  for (const [name, values] of Object.entries(several ?? {})) {
    for (const value of values ?? []) query.append(name, value);
  }
  if (query.size === 0) return "";
  return `?${query}`;
}

/** Headers by lower-case name; repeated headers are joined by a comma and a space, as elsewhere. */
export function requestHeaders(event: LambdaEvent): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, value: string): void => {
    const key = name.toLowerCase();
    const before = found.get(key);
    found.set(key, before === undefined ? value : `${before}, ${value}`);
  };
  const several = isV2(event) ? undefined : event.multiValueHeaders;
  for (const [name, values] of Object.entries(several ?? {})) {
    for (const value of values ?? []) add(name, value);
  }
  if (found.size > 0) return found;
  for (const [name, value] of Object.entries(event.headers ?? {})) {
    // Payload 2.0 joins repeated headers by a comma without a space and keeps no other trace of them.
    if (value !== undefined) add(name, value.replaceAll(/,[ \t]*/g, ", "));
  }
  return found;
}

/** The raw body, or `undefined` if something replaced the text with a parsed value. */
export function requestBytes(event: LambdaEvent): Uint8Array | undefined {
  const { rawBody } = event as { rawBody?: unknown };
  const body: unknown = typeof event.body === "object" && event.body !== null ? rawBody : event.body;
  if (body === null || (body === undefined && event.body === undefined)) return new Uint8Array();
  if (typeof body !== "string") return undefined;
  return Buffer.from(body, event.isBase64Encoded ? "base64" : "utf8");
}
