import type { IncomingMessage } from "node:http";

/** How long, in milliseconds, and how many bytes of an unwanted body are read and discarded after its answer. */
export interface Linger {
  readonly lingerMs: number;
  readonly lingerBytes: number;
}

/** Enough for a sender to see its answer before the connection is closed; a second of its time (guessed). */
export const defaultLinger: Linger = { lingerMs: 1_000, lingerBytes: 4 * 1024 * 1024 };

/** A piece takes about as much time as so many bytes (measured), however short it is. */
const pieceCost = 256;

/** Whether the sender is still sending, so that the connection can't be used for another request. */
export function isArriving(request: IncomingMessage): boolean {
  // A platform's imitation may lack the properties.
  return request.complete === false && request.destroyed !== true;
}

/**
 * Reads and discards the rest of a body, and resolves when it has ended, or at a limit. Closing a connection resets it
 * if unread bytes are left, and a sender may then lose the answer.
 */
export function linger(request: IncomingMessage, { lingerMs, lingerBytes }: Linger): Promise<void> {
  return new Promise((resolve) => {
    let discarded = 0;
    const end = (): void => {
      clearTimeout(timer);
      request.off("data", discard).off("close", end).off("end", end).off("error", end);
      // An "error" without a listener would end the process.
      request.on("error", () => {});
      request.pause();
      resolve();
    };
    const discard = (piece: Uint8Array): void => {
      discarded += piece.length + pieceCost;
      if (discarded > lingerBytes) end();
    };
    const timer = setTimeout(end, lingerMs);
    request.on("data", discard).on("close", end).on("end", end).on("error", end);
    request.resume();
  });
}
