import { mediaCovers, mediaEssence, mediaKind } from "../http/operation/media-type.js";
import { ownMember } from "../http/own-member.js";
import { isTooDeep, tooDeepAt } from "../json-depth.js";
import type { IncomingRequest } from "../ports/answer.js";
import { commaTexts, jsonOrText, typedText } from "../typed-text.js";
import { isIdentityEncoding } from "../webhook/wire/media.js";
import type { IncomingCheck, IncomingChecks, IncomingDescriptor, IncomingParameter } from "./descriptor.js";
import { Refused, type RequestFinding } from "./errors.js";
import type { RequestContext } from "./options.js";

/** A request whose body is parsed. */
interface ParsedRequest extends Pick<RequestContext, "header" | "url"> {
  /** `undefined` if there is none. */
  readonly body: unknown;
  readonly contentType: string | null;
}

interface Contract {
  readonly descriptor: IncomingDescriptor;
  readonly checks?: IncomingChecks | undefined;
}

/** The request as a handler gets it: parameters by key, `body`, and `contentType` if the contract has several. Throws `Refused`. */
export function checkRequest({ descriptor, checks }: Contract, request: ParsedRequest): object {
  const { parameters: declared = [], body: described } = descriptor;
  const findings: RequestFinding[] = [];
  const run = (part: string, check: IncomingCheck | undefined, value: unknown): void => {
    for (const { code, pointer, message } of check?.(value) ?? [])
      findings.push({ part, code, pointer, message });
  };
  const missing = (part: string, message: string): void => {
    findings.push({ part, code: "required", pointer: "", message });
  };
  const members = new Map(readParameters(declared, request));
  for (const { key, name, in: where, required } of declared) {
    const kind = where === "query" ? "query parameter" : "header";
    if (members.has(key)) run(key, ownMember(checks?.parameters, key), members.get(key));
    else if (required) missing(key, `the ${kind} \`${name}\` is missing`);
  }
  if (described !== undefined) {
    if (request.body !== undefined) {
      const type = declaredType(described.contentTypes, request.contentType);
      // What a range covers is checked if it is JSON; nothing describes how another body would be read.
      if (mediaKind(request.contentType) === "json") run("body", ownMember(checks?.body, type), request.body);
      members.set("body", request.body);
      members.set("contentType", type);
    } else if (described.required) missing("body", "the body is missing");
  }
  if (findings.length > 0) throw new Refused("invalid-request", 400, { findings });
  return Object.fromEntries(members);
}

/** The media type of the contract that is a body's; if JSON is declared, that of any JSON; or one that covers it. */
function declaredType(declared: readonly string[], given: string | null): string {
  const exact = declared.find((type) => mediaEssence(type) === mediaEssence(given));
  const isJson = (type: string): boolean => mediaKind(type) === "json" && !type.includes("*");
  const json = mediaKind(given) === "json" ? declared.find(isJson) : undefined;
  const type = exact ?? json ?? declared.find((each) => mediaCovers(each, given ?? ""));
  if (type === undefined) throw new Refused("unsupported-media-type", 415);
  return type;
}

type Given = Pick<RequestContext, "header" | "url">;

/** The parameters of a request by key, as far as it has them. A text that isn't of its type stays a text. */
function readParameters(
  parameters: readonly IncomingParameter[],
  { header, url }: Given,
): [key: string, value: unknown][] {
  const query = parameters.some((each) => each.in === "query") ? readQuery(url) : undefined;
  const given = (parameter: IncomingParameter): string[] => {
    if (parameter.in === "query") return query?.getAll(parameter.name) ?? [];
    const value = header(parameter.name.toLowerCase());
    return value === null ? [] : [value];
  };
  return parameters.flatMap((parameter): [string, unknown][] => {
    const texts = given(parameter);
    const [first] = texts;
    if (first === undefined) return [];
    if (parameter.json === true) return [[parameter.key, jsonOrText(first)]];
    if (parameter.list === undefined) return [[parameter.key, typedText(first, parameter.type)]];
    const items = parameter.list === "repeated" ? texts : commaTexts(first);
    const trimmed = parameter.in === "header" ? items.map((item) => item.trim()) : items;
    return [[parameter.key, trimmed.map((item) => typedText(item, parameter.type))]];
  });
}

function readQuery(url = ""): URLSearchParams {
  const start = url.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : url.slice(start + 1).replace(/#.*$/s, ""));
}

/** The raw body. Rejects with `Refused`. */
export async function readBytes(request: IncomingRequest, limit: number): Promise<Uint8Array> {
  if (Number(request.header("content-length")) > limit) throw new Refused("body-too-large", 413);
  if (!isIdentityEncoding(request.header("content-encoding"))) throw new Refused("unsupported-encoding", 415);
  let bytes: Uint8Array | undefined;
  try {
    bytes = await request.readBody(limit);
  } catch (cause) {
    throw new Refused("unreadable-body", 503, { cause });
  }
  if (bytes === undefined) throw new Refused("body-too-large", 413);
  return bytes;
}

/** A body by its media type: parsed JSON, a form, text, or bytes; `undefined` if it is empty. Throws `Refused`. */
export function parseBody(bytes: Uint8Array, contentType: string | null): unknown {
  if (bytes.length === 0) return undefined;
  const kind = mediaKind(contentType);
  if (kind === "binary") return bytes;
  const text = decode(bytes);
  if (kind === "text") {
    const isForm = mediaEssence(contentType) === "application/x-www-form-urlencoded";
    return isForm ? new URLSearchParams(text) : text;
  }
  if (tooDeepAt(text) >= 0) throw malformed("too-deep", "the body nests too deeply");
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw malformed("json-syntax", "the body isn't JSON");
  }
}

/** Refuses a value that recursive code couldn't follow. Throws `Refused`. */
export function assertShallow(body: unknown): void {
  if (isTooDeep(body)) throw malformed("too-deep", "the body nests too deeply");
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed("invalid-utf8", "the body isn't UTF-8");
  }
}

function malformed(code: string, message: string): Refused {
  return new Refused("malformed-body", 400, { findings: [{ part: "body", code, pointer: "", message }] });
}
