import type { IncomingMessage } from "node:http";
import type { MaybePromise } from "../ports/maybe-promise.js";
import { BodyAlreadyParsed } from "./body-already-parsed.js";
import { RequestAborted } from "./request-aborted.js";

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
  /** How long the sender may pause, in milliseconds. Default: as long as the server allows. */
  readonly idleTimeoutMs?: number | undefined;
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
  if (request.destroyed) throw new RequestAborted("the sender closed the connection");
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
  const pieces: Buffer[] = [];
  // Node delivers it in one chunk, Deno may deliver several.
  for (let piece = request.read(); piece !== null; piece = request.read()) pieces.push(piece);
  return joined(pieces);
}

function joined(pieces: readonly Buffer[]): Uint8Array {
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
}

function collect(
  request: IncomingMessage,
  { limit, idleTimeoutMs }: NodeBodyOptions,
): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let silence: NodeJS.Timeout | undefined;
    let isSettled = false;
    const settle = (done: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(silence);
      done();
    };
    // The error is created only when needed: "close" follows every request.
    const abort = (reason: "reading failed" | "the sender closed the connection", cause?: unknown): void =>
      settle(() => reject(new RequestAborted(reason, cause)));
    request.on("data", (chunk: Buffer) => {
      silence?.refresh();
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else settle(() => resolve(undefined));
    });
    request.on("end", () => settle(() => resolve(joined(chunks))));
    request.on("error", (cause) => abort("reading failed", cause));
    request.on("close", () => abort("the sender closed the connection"));
    if (idleTimeoutMs === undefined) return;
    silence = setTimeout(
      () => settle(() => reject(new RequestAborted("the sender stopped sending"))),
      idleTimeoutMs,
    );
  });
}

/** How much of an oversized body is read and discarded, so that an honest sender still sees the answer. */
const maxDroppedBytes = 16 * 1024 * 1024;

/** Reads and discards the rest before the connection is closed while the sender is still sending. */
export function dropBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (request.complete || request.destroyed) return resolve();
    let dropped = 0;
    request.on("data", (chunk: Buffer) => {
      dropped += chunk.length;
      if (dropped > maxDroppedBytes) resolve();
    });
    request.on("close", resolve);
    request.on("end", resolve);
  });
}
