import type { IncomingRequest } from "./answer.js";
import { isIdentityEncoding, isJsonContentType } from "./media.js";
import { Refusal } from "./refusal.js";

/** Step 0: what HTTP itself decides, before the protocol is asked. Gives the raw body. Throws `Refusal`. */
export async function readRequest(
  request: IncomingRequest,
  limit: number,
  unavailable: number,
): Promise<Uint8Array> {
  if (request.method !== "POST") throw new Refusal({ code: "method-not-allowed", status: 405 });
  if (Number(request.header("content-length")) > limit)
    throw new Refusal({ code: "body-too-large", status: 413 });
  if (!isIdentityEncoding(request.header("content-encoding"))) {
    throw new Refusal({ code: "unsupported-encoding", status: 415 });
  }
  if (!isJsonContentType(request.header("content-type"))) {
    throw new Refusal({ code: "unsupported-media-type", status: 415 });
  }
  let bytes: Uint8Array | undefined;
  try {
    bytes = await request.readBody(limit);
  } catch (cause) {
    throw new Refusal({ code: "internal-fault", status: unavailable, subject: "body", cause });
  }
  if (bytes === undefined) throw new Refusal({ code: "body-too-large", status: 413 });
  return bytes;
}
