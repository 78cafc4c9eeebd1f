import { createHash } from "node:crypto";
import type { SignatureScheme, SignedPart, SignedRole } from "./signature-scheme.js";

/** What a signature covers. Every character of a header's value is one byte, so it is at most U+00FF. */
export interface SignedParts extends Readonly<Partial<Record<SignedRole, string | undefined>>> {
  /** The raw body, byte for byte as transmitted. */
  readonly body: Uint8Array;
  /** The address that the platform posts to, with the query. */
  readonly url?: string | undefined;
  /** Another header's value by its name in lower case. */
  readonly header?: ((name: string) => string | null) | undefined;
}

/** Bytes that a framed input reserves at its start for a key: one block of SHA-256. */
export const frameBytes = 64;

/** Writes the signing input after `frameBytes` bytes. The buffer is valid until the next call of any frame. */
type Frame = (parts: SignedParts) => Buffer;

/** A buffer for the input of almost every delivery; consumed before the next one is framed. */
const room = Buffer.alloc(32 * 1024);

/** Prepares the framing of a scheme. */
export function contentFrame({ content, separator }: Pick<SignatureScheme, "content" | "separator">): Frame {
  const between = utf8AsLatin1(separator);
  const at = content.indexOf("body");
  const before = partsText(at < 0 ? content : content.slice(0, at), between);
  const after = partsText(at < 0 ? [] : content.slice(at + 1), between);
  const opening = at > 0 ? between : "";
  const closing = at >= 0 && at < content.length - 1 ? between : "";
  return (parts) => {
    const head = before(parts) + opening;
    const tail = closing + after(parts);
    const body = at < 0 ? noBytes : parts.body;
    const length = frameBytes + head.length + body.length + tail.length;
    const buffer = length <= room.length ? room : Buffer.allocUnsafe(length);
    let end = frameBytes;
    if (head !== "") end += buffer.write(head, end, "latin1");
    buffer.set(body, end);
    end += body.length;
    if (tail !== "") end += buffer.write(tail, end, "latin1");
    return buffer.subarray(0, end);
  };
}

const noBytes = new Uint8Array();

/** The text of parts other than the body. */
function partsText(content: readonly SignedPart[], between: string): (parts: SignedParts) => string {
  const pieces = content.map(partText);
  return (parts) => {
    let text = "";
    for (let index = 0; index < pieces.length; index++) {
      if (index > 0) text += between;
      text += (pieces[index] as PartText)(parts);
    }
    return text;
  };
}

type PartText = (parts: SignedParts) => string;

function partText(part: SignedPart): PartText {
  if (part === "body") return ({ body }) => Buffer.from(body).toString("latin1");
  // Only signatures of messages cover the method and parts of the address.
  if (part === "method" || part === "authority" || part === "path" || part === "query") return () => "";
  if (part === "url") return ({ url = "" }) => utf8AsLatin1(url);
  if (typeof part === "string") return ({ [part]: value = "" }) => value;
  if ("literal" in part) {
    const literal = utf8AsLatin1(part.literal);
    return () => literal;
  }
  if ("header" in part) {
    const name = part.header.toLowerCase();
    return ({ header }) => header?.(name) ?? "";
  }
  return ({ body }) => createHash(part.digest).update(body).digest(part.encoding);
}

/** Text whose characters are the UTF-8 bytes of another text. */
function utf8AsLatin1(text: string): string {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 0x7f) return Buffer.from(text, "utf8").toString("latin1");
  }
  return text;
}
