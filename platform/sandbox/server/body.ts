import type { IncomingMessage } from "node:http";

/** The body has more bytes than it may have. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

/** The whole body. Rejects with `BodyTooLarge`, and if the sender ends the connection. */
export async function readBody(request: IncomingMessage, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers["content-length"] ?? 0) > most) throw new BodyTooLarge();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > most) throw new BodyTooLarge();
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces, size));
}

/** Whether a request has a body. */
export function hasBody({ headers, method }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
