import type { Outgoing } from "./outgoing.js";

/** A subject's answer. */
export interface Incoming {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: Uint8Array;
  /** From sending to the last byte, in milliseconds. */
  readonly elapsedMs: number;
}

export interface ExchangeOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly timeoutMs: number;
}

/** Sends a request and reads the whole answer; redirects aren't followed. Rejects when no answer comes in time. */
export async function exchange(url: string, request: Outgoing, options: ExchangeOptions): Promise<Incoming> {
  const started = options.now();
  const bodyless = request.method === "GET" || request.method === "HEAD";
  const response = await options.fetch(url, {
    method: request.method,
    headers: request.headers.map(([name, value]): [string, string] => [name, value]),
    redirect: "manual",
    signal: AbortSignal.timeout(options.timeoutMs),
    ...(bodyless ? {} : { body: new Uint8Array(request.body) }),
  });
  const body = new Uint8Array(await response.arrayBuffer());
  return {
    status: response.status,
    contentType: response.headers.get("content-type"),
    body,
    elapsedMs: options.now() - started,
  };
}
