import type { IncomingMessage } from "node:http";

/** A connection that isn't read until it is its turn. */
export interface WaitingConnection {
  /** To be called for each piece that still comes. */
  readonly pause: () => void;
}

/** Lets connections that send tiny pieces be read one after the other. */
export interface FragmentTurns {
  /** Makes a request's connection wait; `resumed` is called when it is its turn. */
  readonly wait: (request: IncomingMessage, resumed: () => void) => WaitingConnection;
  /** To be called for each request that arrives: it comes first. */
  readonly requestArrived: () => void;
}

/** Pieces below this average cost more than what they carry; a network's packets are above it. */
const minAverageBytes = 64;
const patience = 256;

/** Whether a body of that length has come in tiny pieces. */
export function isFragmented(length: number, pieces: number): boolean {
  return pieces > patience && length < pieces * minAverageBytes;
}

/** Node accepts one connection in each turn of its event loop and reads it in the next, so a single quiet turn says little. */
const quietTurns = 4;

/** Those who wait get on even if requests never cease, in milliseconds. */
const maxWaitMs = 250;

/**
 * The parser calls back for each piece: a megabyte of one-byte chunks takes a second of the processor, and Node reads up
 * to two megabytes of a connection at once. So of all such connections only one is read at a time, 64 KiB of it, and
 * requests that have arrived in the meantime come first. `now` is a clock in milliseconds that never goes back.
 */
export function createFragmentTurns(now: () => number): FragmentTurns {
  const resumers: (() => void)[] = [];
  let quiet = 0;
  let resumedAt = 0;
  const turn = (): void => {
    quiet++;
    if (quiet > quietTurns || now() - resumedAt >= maxWaitMs) {
      quiet = 0;
      resumedAt = now();
      resumers.shift()?.();
    }
    if (resumers.length > 0) setImmediate(turn);
  };
  return {
    requestArrived() {
      quiet = 0;
    },
    wait(request, resumed) {
      // A stream of HTTP/2 has no socket of its own.
      const socket = request.httpVersionMajor > 1 ? undefined : request.socket;
      let isWaiting = true;
      const pauseNow = (): void => {
        if (isWaiting) socket?.pause();
      };
      const count = resumers.push(() => {
        isWaiting = false;
        resumed();
        socket?.resume();
      });
      if (count === 1) setImmediate(turn);
      // A request that is read resumes its socket after each piece, in a tick; a microtask comes after that.
      return { pause: () => queueMicrotask(pauseNow) };
    },
  };
}
