import type { HttpParameter } from "../../../../reader/model/model.js";
import { json } from "../../../../reader/text/json.js";
import { contentKind } from "../../../mock/index.js";
import type { ApiOperation, JudgedRequest } from "../contract/api-contract.js";
import { plainText, type WrittenBody } from "../contract/body-writer.js";

/** The values of one call, before they are written. */
export interface CallArguments {
  /** By `parameterKey`. A value that isn't there isn't sent. */
  readonly parameters: ReadonlyMap<string, unknown>;
  readonly body?: CallBody | undefined;
}

/** A body: a value to write in its media type, or bytes as they are. */
export type CallBody =
  | { readonly type: string | undefined; readonly value: unknown }
  | { readonly type: string | undefined; readonly bytes: Uint8Array<ArrayBuffer> };

/** Identifies a parameter among those of its operation. */
export function parameterKey({ in: where, name }: Pick<HttpParameter, "in" | "name">): string {
  return `${where} ${name}`;
}

/** The arguments with another value of a parameter; without the parameter if it is `undefined`. */
export function withParameter(
  call: CallArguments,
  parameter: Pick<HttpParameter, "in" | "name">,
  value: unknown,
): CallArguments {
  const parameters = new Map(call.parameters);
  if (value === undefined) parameters.delete(parameterKey(parameter));
  else parameters.set(parameterKey(parameter), value);
  return { ...call, parameters };
}

/** The arguments with another body, of the same media type. */
export function withBody(call: CallArguments, value: unknown): CallArguments {
  return { ...call, body: { type: call.body?.type, value } };
}

/** The value of a body that is written as JSON or as a form; `undefined` for other bodies. */
export function bodyValue({ body }: CallArguments): unknown {
  if (body === undefined || "bytes" in body) return undefined;
  return body.value;
}

/** What a body says of an item: without the members that are files, of which an answer shows something else, or that may be ignored. */
export function sentContent({ writer }: ApiOperation, call: CallArguments): unknown {
  const value = bodyValue(call);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const isForm = contentKind(call.body?.type ?? "") === "multipart";
  const isSaid = (name: string): boolean => !writer.ignored.has(name) && !(isForm && writer.files.has(name));
  return Object.fromEntries(Object.entries(value).filter(([name]) => isSaid(name)));
}

/** Writes a call as a request without credentials; `undefined` if a path parameter has no value. */
export function writeCall(operation: ApiOperation, call: CallArguments): JudgedRequest | undefined {
  const path: Record<string, string> = {};
  const query: string[] = [];
  const headers: Record<string, string> = { accept: "application/json, */*;q=0.5" };
  const cookies: string[] = [];
  for (const parameter of operation.declared.parameters) {
    const value = call.parameters.get(parameterKey(parameter));
    if (value === undefined) continue;
    const { name } = parameter;
    if (parameter.in === "path") path[name] = simple(value, parameter, encodeURIComponent);
    else if (parameter.in === "query") query.push(...pairs(value, parameter));
    else if (parameter.in === "header") headers[name.toLowerCase()] = simple(value, parameter, headerText);
    else cookies.push(`${name}=${simple(value, parameter, encodeURIComponent)}`);
  }
  if (cookies.length > 0) headers.cookie = cookies.join("; ");
  const target = filled(operation.path, path);
  if (target === undefined) return undefined;
  const { bytes, type } = writtenBody(operation, call.body);
  if (type !== undefined) headers["content-type"] = type;
  const search = query.join("&");
  const request = {
    method: operation.method,
    target: search === "" ? target : `${target}?${search}`,
    headers,
    body: bytes,
  };
  return { request, path, query: search };
}

function writtenBody(
  { writer }: ApiOperation,
  body: CallBody | undefined,
): Omit<WrittenBody, "type"> & Partial<WrittenBody> {
  if (body === undefined) return { bytes: new Uint8Array() };
  if ("bytes" in body) return body.type === undefined ? { bytes: body.bytes } : { ...body, type: body.type };
  return writer.write(body.type ?? "application/json", body.value);
}

function filled(template: string, path: Readonly<Record<string, string>>): string | undefined {
  let isComplete = true;
  const target = template.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = Object.hasOwn(path, name) ? (path[name] ?? "") : "";
    // An empty segment is another path.
    if (value === "" || value === "." || value === "..") isComplete = false;
    return value;
  });
  if (isComplete) return target;
  return undefined;
}

/** One character of a header's value is one byte. */
function headerText(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?");
}

/** A value in the styles `simple`, `label` and `matrix`, of which only the first is common. */
function simple(
  value: unknown,
  { style, name, explode, contentType }: HttpParameter,
  encode: (text: string) => string,
): string {
  let text: string;
  if (contentType !== undefined) text = encode(plainText(value));
  else if (Array.isArray(value)) text = value.map((item) => encode(plainText(item))).join(",");
  else if (typeof value === "object" && value !== null)
    text = Object.entries(value)
      .map(([key, member]) => `${encode(key)}${explode ? "=" : ","}${encode(plainText(member))}`)
      .join(",");
  else text = encode(plainText(value));
  if (style === "label") return `.${text}`;
  if (style === "matrix") return `;${name}=${text}`;
  return text;
}

/** A value as pairs of a query. */
function pairs(value: unknown, { name, style, explode, contentType }: HttpParameter): readonly string[] {
  const pair = (key: string, item: unknown): string =>
    `${encodeURIComponent(key)}=${encodeURIComponent(plainText(item))}`;
  if (contentType !== undefined) return [pair(name, json(value))];
  if (Array.isArray(value)) {
    if (explode) return value.map((item) => pair(name, item));
    const between = { spaceDelimited: "%20", pipeDelimited: "%7C" }[style] ?? ",";
    const texts = value.map((item) => encodeURIComponent(plainText(item)));
    return [`${encodeURIComponent(name)}=${texts.join(between)}`];
  }
  if (typeof value !== "object" || value === null) return [pair(name, value)];
  const members = Object.entries(value);
  if (style === "deepObject") return members.map(([key, member]) => pair(`${name}[${key}]`, member));
  if (explode) return members.map(([key, member]) => pair(key, member));
  const texts = members.flatMap(([key, member]) => [key, plainText(member)].map(encodeURIComponent));
  return [`${encodeURIComponent(name)}=${texts.join(",")}`];
}
