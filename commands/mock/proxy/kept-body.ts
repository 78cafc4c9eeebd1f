import type { IncomingMessage, OutgoingMessage } from "node:http";
import { headerPairs } from "./header-lines.js";
import { countPassed } from "./passed-bytes.js";

/** A body as far as it was kept. */
export type Kept =
  | { readonly kind: "whole"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "too-large" }
  /** Its sender ended the connection. */
  | { readonly kind: "aborted" };

/** A body that is kept while it passes. */
export interface KeptBody {
  /** Never rejects. */
  readonly settled: Promise<Kept>;
  /** What was read of a body that is held. */
  readonly pieces: readonly Buffer[];
}

/** How a body is kept. */
interface Keeping {
  /** In bytes. */
  readonly most: number;
  /** Whether the body waits for `passBody`: once it is larger than the limit, no more of it is read. */
  readonly hold: boolean;
}

/** Keeps a body up to a limit; a larger one is let go. */
export function keepBody(message: IncomingMessage, { most, hold }: Keeping): KeptBody {
  const pieces: Buffer[] = [];
  const settled = new Promise<Kept>((resolve) => {
    let size = 0;
    const take = (piece: Buffer): void => {
      size += piece.length;
      if (size <= most || hold) pieces.push(piece);
      if (size <= most) return;
      message.off("data", take);
      if (hold) message.pause();
      else pieces.length = 0;
      resolve({ kind: "too-large" });
    };
    // Nothing is kept of a body that says how large it is.
    if (!hold && Number(message.headers["content-length"] ?? 0) > most) resolve({ kind: "too-large" });
    else message.on("data", take);
    message.on("end", () => resolve({ kind: "whole", bytes: new Uint8Array(Buffer.concat(pieces)) }));
    for (const event of ["error", "close"] as const) message.on(event, () => resolve({ kind: "aborted" }));
  });
  return { settled, pieces };
}

/** Sends the head of a message that has a body before the body comes. Node's `flushHeaders` would write it in UTF-8. */
export function sendHead(message: OutgoingMessage): void {
  message.write("", "latin1");
}

/** Passes a body on as fast as it is read, after the pieces that were held of it, with its trailers. */
export function passBody(
  source: IncomingMessage,
  destination: OutgoingMessage,
  held: readonly Buffer[],
): void {
  for (const piece of held) destination.write(piece);
  const end = (): void => {
    if (source.rawTrailers.length > 0) destination.addTrailers(headerPairs(source.rawTrailers));
    destination.end();
  };
  if (source.readableEnded) end();
  else source.on("end", end);
  source.on("data", ({ length }: Buffer) => countPassed(length));
  source.pipe(destination, { end: false });
}

/** Whether a message says that it has a body. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
