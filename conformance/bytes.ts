import { MalformedCase } from "./errors.js";
import type { ByteEdit } from "./suite.js";

/** The bytes with the edits made in order; text is UTF-8. Throws `MalformedCase` where a text to replace is missing. */
export function edited(bytes: Uint8Array, edits: readonly ByteEdit[] = []): Uint8Array {
  return edits.reduce(edit, bytes);
}

function edit(bytes: Uint8Array, change: ByteEdit): Uint8Array {
  if ("append" in change) return Buffer.concat([bytes, Buffer.from(change.append)]);
  if ("prepend" in change) return Buffer.concat([Buffer.from(change.prepend), bytes]);
  if ("appendHex" in change) return Buffer.concat([bytes, Buffer.from(change.appendHex, "hex")]);
  if ("content" in change) return Buffer.from(change.content);
  const all = Buffer.from(bytes);
  if ("indent" in change) return Buffer.from(JSON.stringify(JSON.parse(all.toString()), null, change.indent));
  const at = all.indexOf(change.replace);
  if (at < 0) throw new MalformedCase(`the body doesn't hold ${JSON.stringify(change.replace)}`);
  const insert = "with" in change ? Buffer.from(change.with) : Buffer.from(change.withHex, "hex");
  return Buffer.concat([all.subarray(0, at), insert, all.subarray(at + Buffer.byteLength(change.replace))]);
}
