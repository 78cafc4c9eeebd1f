import type { IncomingMessage } from "node:http";
import { BodyBuffer } from "../ports/body-buffer.js";
import type { MaybePromise } from "../ports/maybe-promise.js";
import { type AbortReason, RequestAborted } from "../ports/request-aborted.js";
import { BodyAlreadyParsed } from "./body-already-parsed.js";
import { type FragmentTurns, isFragmented, type WaitingConnection } from "./fragment-turns.js";
import type { UnfinishedBodies } from "./unfinished-bodies.js";

/** A request of Node's HTTP server, with the properties that frameworks add. */
export type NodeRequest = IncomingMessage & {
  /** The raw bytes, if something kept them: a serverless platform, or a body parser's `verify`. */
  readonly rawBody?: unknown;
  readonly body?: unknown;
};

/** How a request's body is read. */
export interface NodeBodyOptions {
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
  return body instanceof Uint8Array ? body : undefined;
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
