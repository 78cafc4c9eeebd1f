import type { IncomingRequest } from "./answer.js";
import { isIdentityEncoding, isJsonContentType } from "./media.js";
import { Refusal } from "./refusal.js";

/** Step 0: what HTTP itself decides, before the protocol is asked. Gives the raw body. Throws `Refusal`, and rejects with it. */
export function readRequest(
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
  return request.readBody(limit).then(requireBytes, (cause: unknown) => {
    throw new Refusal({ code: "internal-fault", status: unavailable, subject: "body", cause });
  });
}

function requireBytes(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined) throw new Refusal({ code: "body-too-large", status: 413 });
  return bytes;
}
