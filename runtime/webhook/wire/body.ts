import { isAscii } from "node:buffer";
import { OipkitError } from "../../errors.js";
import { tooDeepAt } from "../../json-depth.js";
import type { JsonObject } from "../../ports/json.js";

/** The bytes aren't a JSON object. Says nothing about their content. */
export class MalformedBody extends OipkitError {
  readonly code = "malformed-body";

  constructor() {
    super("the body is not a JSON object");
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What a body may be: an object or, if the protocol says so, an array of events. */
export type JsonContainer = JsonObject | readonly unknown[];

/** A JSON value with the text that it was parsed from. */
export interface ParsedJson<Value extends JsonContainer = JsonObject> {
  readonly text: string;
  readonly value: Value;
}

/**
 * Parses a body strictly: valid UTF-8, no byte order mark, one JSON object with nothing but
 * white space around it, nested at most 256 levels deep (`maxJsonDepth`). Throws `MalformedBody`.
 */
export function parseJsonObject(bytes: Uint8Array): JsonObject {
  return parseJsonBody(bytes).value;
}

/** The same, with the text. Throws `MalformedBody`. */
export function parseJsonBody(bytes: Uint8Array): ParsedJson {
  const { text, value } = parseJsonContainer(bytes);
  if (Array.isArray(value)) throw new MalformedBody();
  return { text, value: value as JsonObject };
}

/** The same for an object or an array. Throws `MalformedBody`. */
export function parseJsonContainer(bytes: Uint8Array): ParsedJson<JsonContainer> {
  let text: string;
  let value: unknown;
  try {
    text = decode(bytes);
    value = tooDeepAt(text) < 0 ? JSON.parse(text) : undefined;
  } catch {
    throw new MalformedBody();
  }
  if (typeof value !== "object" || value === null) throw new MalformedBody();
  return { text, value: value as JsonContainer };
}

/** ASCII text takes a faster path. Throws for invalid UTF-8. */
function decode(bytes: Uint8Array): string {
  if (!isAscii(bytes)) return utf8.decode(bytes);
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.toString("latin1");
}
