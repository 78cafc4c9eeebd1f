import type { IncomingMessage } from "node:http";
import type { MaybePromise } from "../ports/answer.js";
import { type AbortReason, BodyBuffer, RequestAborted } from "../ports/request-body.js";
import { BodyAlreadyParsed } from "./adapter.js";
import type { UnfinishedBodies } from "./unfinished-bodies.js";

/** A request of Node's HTTP server, with the properties that frameworks add. */
export type NodeRequest = IncomingMessage & {
  /** The raw bytes, if something kept them: a serverless platform, or a body parser's `verify`. */
  readonly rawBody?: unknown;
  readonly body?: unknown;
};

/** How a request's body is read. */
interface NodeBodyOptions {
  /** Maximum body length in bytes. */
  readonly limit: number;
  /** The other bodies that are still arriving, and their limits. */
  readonly unfinished: UnfinishedBodies;
  readonly turns: FragmentTurns;
  /** What the developer should do if the body has already been read. */
  readonly remedy: string;
}

/**
 * The raw body, or `undefined` if it exceeds the limit. Throws `BodyAlreadyParsed` and `RequestAborted`, or
 * rejects with the latter.
 */
export function readNodeBody(
  request: NodeRequest,
  options: NodeBodyOptions,
): MaybePromise<Uint8Array | undefined> {
  const { limit, remedy } = options;
  const kept = keptBytes(request);
  if (kept !== undefined) return kept.length > limit ? undefined : kept;
  // A stream with an encoding yields text, and the bytes are lost. A platform's imitation may lack the property.
  const isText = typeof request.readableEncoding === "string";
  if (request.readableDidRead || request.readableEnded || isText) throw new BodyAlreadyParsed(remedy);
  if (request.destroyed) throw new RequestAborted("closed");
  if (request.complete) return takeWhole(request, limit);
  return collect(request, options);
}

function keptBytes({ rawBody, body }: NodeRequest): Uint8Array | undefined {
  if (rawBody instanceof Uint8Array) return rawBody;
  if (body instanceof Uint8Array) return body;
  return undefined;
}

/** A body that has arrived completely. */
function takeWhole(request: IncomingMessage, limit: number): Uint8Array | undefined {
  if (request.readableLength > limit) return undefined;
  const first: Buffer | null = request.read();
  let piece: Buffer | null = request.read();
  // Node delivers it in one chunk, Deno may deliver several.
  if (piece === null) return first ?? new Uint8Array();
  const body = new BodyBuffer(limit);
  body.append(first ?? new Uint8Array());
  for (; piece !== null; piece = request.read()) if (!body.append(piece)) return undefined;
  return body.bytes();
}

function collect(
  request: IncomingMessage,
  { limit, unfinished, turns }: NodeBodyOptions,
): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const body = new BodyBuffer(limit);
    let isSettled = false;
    const settle = (done: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      place.leave();
      done();
    };
    // The error is created only when needed: "close" follows every request.
    const abort = (reason: AbortReason, cause?: unknown): void =>
      settle(() => reject(new RequestAborted(reason, cause)));
    const place = unfinished.admit(abort);
    let pieces = 0;
    let waiting: WaitingConnection | undefined;
    request.on("data", (piece: Buffer) => {
      if (isSettled) return;
      if (!body.append(piece)) return settle(() => resolve(undefined));
      place.progress(piece.length);
      if (!isFragmented(body.length, ++pieces)) return;
      waiting ??= turns.wait(request, () => {
        waiting = undefined;
      });
      waiting.pause();
    });
    request.on("end", () => settle(() => resolve(body.bytes())));
    request.on("error", (cause) => abort("failed", cause));
    request.on("close", () => abort("closed"));
  });
}

/** A connection that isn't read until it is its turn. */
interface WaitingConnection {
  /** To be called for each piece that still comes. */
  readonly pause: () => void;
}

/** Lets connections that send tiny pieces be read one after the other. */
interface FragmentTurns {
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

/** Longest wait of a paused request, in milliseconds, however busy the server is. */
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
