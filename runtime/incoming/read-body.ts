import { mediaEssence, mediaKind } from "../http/operation/media-type.js";
import { isTooDeep, tooDeepAt } from "../json-depth.js";
import type { IncomingRequest } from "../ports/answer.js";
import { isIdentityEncoding } from "../webhook/wire/media.js";
import { Refused } from "./refusal.js";

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
  if (kind === "text")
    return mediaEssence(contentType) === "application/x-www-form-urlencoded"
      ? new URLSearchParams(text)
      : text;
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
