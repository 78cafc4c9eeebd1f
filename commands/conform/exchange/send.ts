import { OipkitError } from "@oipkit/runtime/errors";

/** A request on its way to a subject. */
export interface WireRequest {
  readonly url: string;
  readonly method: string;
  /** In this order; a name may occur twice. One character of a value is one byte. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Send the body in pieces of this many bytes. */
  readonly pieceBytes?: number | undefined;
  /** Send it with `Transfer-Encoding: chunked`, one piece per chunk, instead of its length. */
  readonly chunked?: boolean | undefined;
  /** For the whole exchange, in milliseconds. */
  readonly timeoutMs: number;
  /** Longest body of the answer that is read. Default: `defaultMaxAnswerBytes`. */
  readonly maxAnswerBytes?: number | undefined;
  /** Use a new connection. */
  readonly newConnection?: boolean | undefined;
}

/** A subject's answer. */
export interface Incoming {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** From sending to the first byte of the answer, in milliseconds. */
  readonly firstByteMs: number;
  /** From sending to the last byte, in milliseconds. */
  readonly elapsedMs: number;
}

/**
 * Longest body of an answer that is read, in bytes, unless a request says otherwise: twice what an answer to a connection
 * verification may have, and no other answer of a receiver needs a tenth of it.
 */
export const defaultMaxAnswerBytes = 128 * 1024;

/** Sends a request and reads the whole answer; redirects aren't followed. Rejects with `NoAnswer`. */
export type Send = (request: WireRequest) => Promise<Incoming>;

/**
 * Why there is no answer. `timeout`: none has begun in time. `unfinished`: it has begun, but didn't end in time. `closed`: the
 * connection was closed. `refused`: none could be opened. `exhausted`: none could be opened since this machine lacks files,
 * ports or memory for it. `malformed`: not HTTP. `too-large`: its body has more than `maxAnswerBytes`; the connection was closed.
 * `error-page`: likewise, of an answer with a status of 500 or more.
 */
export type NoAnswerKind =
  | "timeout"
  | "unfinished"
  | "closed"
  | "refused"
  | "exhausted"
  | "malformed"
  | "too-large"
  | "error-page";

/** Whether there was an answer, but too large a one. */
export function isTooLarge(kind: NoAnswerKind): boolean {
  return kind === "too-large" || kind === "error-page";
}

/** No answer, one that isn't valid HTTP, or one that is too large to be read. */
export class NoAnswer extends OipkitError {
  readonly code = "no-answer";

  constructor(
    readonly kind: NoAnswerKind,
    /** Whether the connection was reused, so that it may have ended before the request. */
    readonly reused: boolean,
    options: ErrorOptions = {},
  ) {
    super(`no answer: ${kind}`, options);
    const { code, syscall } = (options.cause ?? {}) as NodeJS.ErrnoException;
    this.unread = code === "EPIPE" || (code === "ECONNRESET" && syscall === "read");
  }

  /** Whether the connection was reset, as a system does if its program ends before it has read the request. */
  readonly unread: boolean;
}

/**
 * Sends requests that don't test the subject. A GET may use a kept connection: if that one had ended, it is sent once more, on a
 * new one. Any other request may mean something else the second time, so it has a new one from the start.
 */
export function sendReliably(send: Send): Send {
  return async (request) => {
    if (request.method !== "GET") return send({ ...request, newConnection: true });
    try {
      return await send(request);
    } catch (cause) {
      if (!(cause instanceof NoAnswer) || cause.kind !== "closed" || !cause.reused) throw cause;
      return send({ ...request, newConnection: true });
    }
  };
}

/** The value of an answer's header, `undefined` if absent. */
export function findHeader(headers: Incoming["headers"], name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
}
