import { ForeignOriginError, InvalidRequestError } from "./errors.js";
import { writeCookieParameter, writeHeaderParameter } from "./header-parameters.js";
import type { HttpSettings } from "./http-options.js";
import type { OperationDescriptor, ParameterDescriptor } from "./operation-descriptor.js";
import { ownMember } from "./own-member.js";
import { UnwritableValue } from "./parameter-value.js";
import { pathDescriptor, pathNames, writePath } from "./path-parameters.js";
import { writeQueryParameter } from "./query-parameters.js";
import { writeBody } from "./request-body.js";
import { writeParameter } from "./write-parameter.js";

/** One logical call's request, written; sent as often as needed, so that its idempotency key stays the same. */
export interface BuiltRequest {
  readonly url: URL;
  readonly headers: Headers;
  readonly body: BodyInit | undefined;
}

type RequestRecord = Readonly<Record<string, unknown>>;

/** Writes a request as the contract says. Throws `InvalidRequestError` and `ForeignOriginError`. */
export function buildRequest(
  operation: OperationDescriptor,
  request: RequestRecord,
  settings: HttpSettings,
): BuiltRequest {
  refuseUnknownKeys(operation, request);
  const read: Read = (name, descriptor) => ownMember(request, descriptor.key ?? name);

  const url = new URL(settings.baseUrl + writePath(operation, read));
  if (url.origin !== settings.origin) throw new ForeignOriginError(operation.id, url.origin);
  const query = writePairs(operation, "query", { read, write: writeQueryParameter });
  if (query.length > 0) url.search = query.join("&");

  const headers = new Headers(settings.headers);
  const accepted = new Set(Object.values(operation.responses ?? {}).flat());
  if (accepted.size > 0) headers.set("accept", [...accepted].join(", "));
  writeHeaders(operation, headers, { read, randomUUID: settings.randomUUID });
  const cookies = writePairs(operation, "cookie", { read, write: writeCookieParameter });
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));

  const written = writeParameter(operation, "body", () =>
    writeBody(operation, { body: read("body", {}), contentType: read("contentType", {}) }),
  );
  if (written?.contentType !== undefined) headers.set("content-type", written.contentType);
  return { url, headers, body: written?.body };
}

type Read = (name: string, descriptor: ParameterDescriptor) => unknown;

function writePairs(
  operation: OperationDescriptor,
  place: "query" | "cookie",
  { read, write }: { read: Read; write: typeof writeQueryParameter },
): string[] {
  return Object.entries(operation.parameters?.[place] ?? {}).flatMap(([name, descriptor]) =>
    writeParameter(operation, descriptor.key ?? name, () => {
      const value = read(name, descriptor);
      if (descriptor.required && (value === undefined || value === null))
        throw new UnwritableValue("is required");
      return write(name, value, descriptor);
    }),
  );
}

function writeHeaders(
  operation: OperationDescriptor,
  headers: Headers,
  { read, randomUUID }: { read: Read; randomUUID: () => string },
): void {
  for (const [name, descriptor] of Object.entries(operation.parameters?.header ?? {})) {
    writeParameter(operation, descriptor.key ?? name, () => {
      const given = writeHeaderParameter(read(name, descriptor), descriptor);
      const value = given ?? (descriptor.idempotencyKey ? randomUUID() : undefined);
      if (value !== undefined) setHeader(headers, name, value);
      else if (descriptor.required) throw new UnwritableValue("is required");
    });
  }
}

function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    // The platform's own error quotes the value, which may be a secret.
    throw new UnwritableValue("holds characters that a header can't");
  }
}

function refuseUnknownKeys(operation: OperationDescriptor, request: RequestRecord): void {
  const { query, header, cookie } = operation.parameters ?? {};
  const known = new Set([
    ...pathNames(operation.path).map((name) => pathDescriptor(operation, name).key ?? name),
    ...[query, header, cookie].flatMap((place) =>
      Object.entries(place ?? {}).map(([name, descriptor]) => descriptor.key ?? name),
    ),
    ...(operation.body ? ["body", "contentType"] : []),
  ]);
  for (const key of Object.keys(request)) {
    if (!known.has(key))
      throw new InvalidRequestError(operation.id, key, "isn't a parameter of this operation");
  }
}
