import { isAscii } from "node:buffer";
import { OipkitError } from "../../errors.js";
import { tooDeepAt } from "../../json-depth.js";
import type { JsonObject } from "../../ports/json-object.js";

/** The bytes aren't a JSON object. Says nothing about their content. */
export class MalformedBody extends OipkitError {
  readonly code = "malformed-body";

  constructor() {
    super("the body is not a JSON object");
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A JSON object with the text that it was parsed from. */
export interface ParsedJson {
  readonly text: string;
  readonly value: JsonObject;
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
  let text: string;
  let value: unknown;
  try {
    text = decode(bytes);
    value = tooDeepAt(text) < 0 ? JSON.parse(text) : undefined;
  } catch {
    throw new MalformedBody();
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new MalformedBody();
  return { text, value: value as JsonObject };
}

/** ASCII text takes a faster path. Throws for invalid UTF-8. */
function decode(bytes: Uint8Array): string {
  if (!isAscii(bytes)) return utf8.decode(bytes);
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.toString("latin1");
}
