import type { IncomingMessage } from "node:http";

/** How much more of a body that is too large is read, so that its sender sees the answer. */
const mostDiscarded = 4;

/**
 * The whole body of a request; `too-large` as soon as it exceeds the limit, after which some of the rest is discarded;
 * `aborted` if the sender ends the connection. Never rejects.
 */
export function readBounded(
  request: IncomingMessage,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | "too-large" | "aborted"> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    if (Number(request.headers["content-length"] ?? 0) > most) resolve("too-large");
    request.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size <= most) {
        pieces.push(piece);
        return;
      }
      pieces.length = 0;
      resolve("too-large");
      if (size > mostDiscarded * most) request.destroy();
    });
    request.on("end", () => resolve(new Uint8Array(Buffer.concat(pieces))));
    for (const event of ["error", "close"] as const) request.on(event, () => resolve("aborted"));
  });
}
