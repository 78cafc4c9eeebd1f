import { isTooDeep } from "@oipkit/runtime/json-depth";
import type { RouteParameter } from "@oipkit/runtime/routes";
import { operations } from "../generated/validators/platform.operations.js";
import type { ApiRoute } from "./api-route.js";

/** What is wrong with a parameter or a body, for the caller. */
export interface RequestProblem {
  /** A JSON Pointer into the body, or `/` and a parameter's name. */
  readonly pointer: string;
  readonly message: string;
}

/** The body of a request. */
export type BodyReading =
  | { readonly kind: "none" | "too-large" | "media-type" | "malformed" }
  | { readonly kind: "json"; readonly value: unknown; readonly problems: readonly RequestProblem[] };

/** What a request says, as the contract names it. */
export interface RequestContent {
  /** Parameters by their name, decoded; those with a problem aren't among them. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly parameterProblems: readonly RequestProblem[];
  /** The `Idempotency-Key`, if the operation takes one and the request has it. */
  readonly key: string | undefined;
  readonly keyProblems: readonly RequestProblem[];
  readonly body: BodyReading;
}

/** A member of a JSON body if it is a text. */
export function bodyText({ body }: Pick<RequestContent, "body">, name: string): string | undefined {
  const value = bodyMember(body, name);
  if (typeof value === "string") return value;
  return undefined;
}

/** A member of a JSON body, if the body is an object that has it. */
export function bodyMember(body: BodyReading, name: string): unknown {
  if (body.kind !== "json" || body.value === null || typeof body.value !== "object") return undefined;
  if (Object.hasOwn(body.value, name)) return (body.value as Record<string, unknown>)[name];
  return undefined;
}

const none: BodyReading = { kind: "none" };

/** Reads the body of a request if its operation has one: at most `maxBytes`, JSON, checked by the contract's validator. */
export async function readBody(
  request: Request,
  route: ApiRoute,
  { maxBytes, onBytes }: { readonly maxBytes: number; readonly onBytes: (bytes: Uint8Array) => void },
): Promise<BodyReading> {
  if (route.body === undefined || request.body === null) return none;
  const { headers } = request;
  if (Number(headers.get("content-length") ?? 0) > maxBytes) return { kind: "too-large" };
  const bytes = await readBytes(request.body, maxBytes);
  if (bytes === undefined) return { kind: "too-large" };
  onBytes(bytes);
  if (bytes.length === 0) return none;
  if (!isJson(headers.get("content-type") ?? "") || !isIdentity(headers.get("content-encoding")))
    return { kind: "media-type" };
  const parsed = parse(bytes);
  if (parsed === undefined) return { kind: "malformed" };
  const check = operations[route.id]?.body?.["application/json"];
  const violations = check?.(parsed.value) ?? [];
  return {
    kind: "json",
    value: parsed.value,
    problems: violations.map(({ pointer, message }) => ({ pointer, message })),
  };
}

async function readBytes(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
    size += value.length;
    if (size > maxBytes) {
      void reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value);
  }
}

function isJson(contentType: string): boolean {
  return /^\s*application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType);
}

function isIdentity(encoding: string | null): boolean {
  return encoding === null || encoding.trim().toLowerCase() === "identity";
}

function parse(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
    );
    if (isTooDeep(value)) return undefined;
    return { value };
  } catch {
    return undefined;
  }
}

/** The header that makes a command safe to repeat (§4). */
export const idempotencyHeader = "Idempotency-Key";

/** Where the values of a request's parameters come from. */
interface ParameterSource {
  /** Of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** The query, without its question mark. */
  readonly query: string;
  readonly headers: Headers;
}

/** Reads the parameters that a route declares; everything else in the query and the headers is ignored. */
export function readParameters(
  route: ApiRoute,
  source: ParameterSource,
): Pick<RequestContent, "parameters" | "parameterProblems" | "key" | "keyProblems"> {
  const query = source.query === "" ? undefined : new URLSearchParams(source.query);
  const parameters: Record<string, string> = Object.create(null) as Record<string, string>;
  const parameterProblems: RequestProblem[] = [];
  let key: string | undefined;
  let keyProblems: readonly RequestProblem[] = [];
  for (const parameter of route.parameters) {
    const { name } = parameter;
    if (parameter.in === "header" && name === idempotencyHeader) {
      key = source.headers.get(name) ?? undefined;
      if (key !== undefined) keyProblems = valueProblems(route, parameter, key);
      continue;
    }
    const values = parameterValues(parameter, source, query);
    const [value] = values;
    if (value === undefined) continue;
    const problems = values.length > 1 ? [repeated(name)] : valueProblems(route, parameter, value);
    if (problems.length === 0) parameters[name] = value;
    else parameterProblems.push(...problems);
  }
  return { parameters, parameterProblems, key, keyProblems };
}

function parameterValues(
  { name, in: where }: RouteParameter,
  { path, headers }: ParameterSource,
  query: URLSearchParams | undefined,
): readonly string[] {
  const one = (value: string | null | undefined) => {
    if (value == null) return [];
    return [value];
  };
  if (where === "path") return one(path[name]);
  if (where === "header") return one(headers.get(name));
  if (where === "query") return query?.getAll(name) ?? [];
  return [];
}

const repeated = (name: string): RequestProblem => ({
  pointer: `/${name}`,
  message: `\`${name}\` must not be repeated`,
});

function valueProblems({ id }: ApiRoute, { name, key }: RouteParameter, value: string): RequestProblem[] {
  const violations = operations[id]?.parameters?.[key]?.(value) ?? [];
  return violations.map(({ message }) => ({ pointer: `/${name}`, message }));
}
