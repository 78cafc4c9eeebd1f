import { OipkitError } from "@oipkit/runtime/errors";

/** A request on its way to a subject. */
export interface WireRequest {
  readonly url: string;
  readonly method: string;
  /** In this order; a name may stand twice. One character of a value is one byte. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Send the body in pieces of that many bytes. */
  readonly pieceBytes?: number | undefined;
  /** Send it with `Transfer-Encoding: chunked`, a piece a chunk, instead of its length. */
  readonly chunked?: boolean | undefined;
  /** For the whole exchange, in milliseconds. */
  readonly timeoutMs: number;
  /** Use a connection that nothing was sent on before. */
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

/** Sends a request and reads the whole answer; redirects aren't followed. Rejects with `NoAnswer`. */
export type Send = (request: WireRequest) => Promise<Incoming>;

/** No answer, or none that HTTP knows. */
export class NoAnswer extends OipkitError {
  readonly code = "no-answer";

  constructor(
    /** `timeout`: not in time. `closed`: the connection was broken off, or none came about. `malformed`: not HTTP. */
    readonly kind: "timeout" | "closed" | "malformed",
    /** Whether the connection had been used before, so that its end may be older than the request. */
    readonly reused: boolean,
    options: ErrorOptions = {},
  ) {
    super(`no answer: ${kind}`, options);
  }
}

/** The value of an answer's header, `undefined` without one. */
export function headerOf(headers: Incoming["headers"], name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
}
