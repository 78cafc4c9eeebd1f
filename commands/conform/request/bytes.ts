import { gzipSync } from "node:zlib";
import { MalformedCase } from "../errors.js";
import type { ByteEdit } from "../suite/delivery.js";
import { isJsonEdit, jsonEdited } from "./json-edits.js";

/** The bytes after the edits, made in order; text is UTF-8. Throws `MalformedCase` if a text to replace is missing. */
export function edited(bytes: Uint8Array, edits: readonly ByteEdit[] = []): Uint8Array {
  return edits.reduce(edit, bytes);
}

function edit(bytes: Uint8Array, change: ByteEdit): Uint8Array {
  if (isJsonEdit(change)) return Buffer.from(JSON.stringify(jsonEdited(parse(bytes), change)));
  if ("append" in change) return Buffer.concat([bytes, Buffer.from(change.append)]);
  if ("prepend" in change) return Buffer.concat([Buffer.from(change.prepend), bytes]);
  if ("appendHex" in change) return Buffer.concat([bytes, Buffer.from(change.appendHex, "hex")]);
  if ("content" in change) return Buffer.from(change.content);
  if ("indent" in change) return reprinted(bytes, change.indent);
  if ("members" in change) return Buffer.from(JSON.stringify(reversed(parse(bytes))));
  if ("padTo" in change) {
    return Buffer.concat([bytes, Buffer.alloc(Math.max(0, change.padTo - bytes.length), " ")]);
  }
  if ("compress" in change) return gzipSync(bytes);
  if ("stringified" in change) return Buffer.from(JSON.stringify(Buffer.from(bytes).toString("utf8")));
  const all = Buffer.from(bytes);
  const at = all.indexOf(change.replace);
  if (at < 0) throw new MalformedCase(`the body doesn't contain ${JSON.stringify(change.replace)}`);
  return Buffer.concat([
    all.subarray(0, at),
    replacement(change),
    all.subarray(at + Buffer.byteLength(change.replace)),
  ]);
}

/** The JSON of the bytes, printed with that many spaces of indentation. */
export function reprinted(bytes: Uint8Array, indent: number): Uint8Array {
  return Buffer.from(JSON.stringify(parse(bytes), null, indent));
}

function parse(bytes: Uint8Array): object {
  return JSON.parse(Buffer.from(bytes).toString("utf8")) as object;
}

function reversed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

function replacement(change: Extract<ByteEdit, { replace: string }>): Uint8Array {
  if ("with" in change) return Buffer.from(change.with);
  if ("withHex" in change) return Buffer.from(change.withHex, "hex");
  return Buffer.from("[".repeat(change.withNested) + "]".repeat(change.withNested));
}
