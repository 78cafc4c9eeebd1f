import type { IncomingRequest } from "../../ports/answer.js";
import type { MaybePromise } from "../../ports/maybe-promise.js";
import { isIdentityEncoding, isJsonContentType } from "../wire/media.js";
import { Refusal } from "./refusal.js";

/**
 * Step 0: what HTTP itself decides, before the protocol is checked. Returns the raw body, or a promise of it.
 * Throws `Refusal`, or rejects with it.
 */
export function readRequest(
  request: IncomingRequest,
  limit: number,
  unavailable: number,
): MaybePromise<Uint8Array> {
  if (request.method !== "POST") throw new Refusal({ code: "method-not-allowed", status: 405 });
  if (Number(request.header("content-length")) > limit)
    throw new Refusal({ code: "body-too-large", status: 413 });
  if (!isIdentityEncoding(request.header("content-encoding"))) {
    throw new Refusal({ code: "unsupported-encoding", status: 415 });
  }
  if (!isJsonContentType(request.header("content-type"))) {
    throw new Refusal({ code: "unsupported-media-type", status: 415 });
  }
  const unreadable = (cause: unknown): never => {
    throw new Refusal({ code: "internal-fault", status: unavailable, subject: "body", cause });
  };
  let body: MaybePromise<Uint8Array | undefined>;
  try {
    body = request.readBody(limit);
  } catch (cause) {
    return unreadable(cause);
  }
  return isPending(body) ? body.then(requireBytes, unreadable) : requireBytes(body);
}

function isPending<Result>(given: MaybePromise<Result>): given is Promise<Result> {
  return typeof (given as Partial<Promise<Result>> | undefined)?.then === "function";
}

function requireBytes(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined) throw new Refusal({ code: "body-too-large", status: 413 });
  return bytes;
}
