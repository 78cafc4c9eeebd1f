import type { MockAnswer, MockRequest } from "../exchange.js";
import type { Refusal } from "../problem.js";

/** Where requests are forwarded to. */
export interface Upstream {
  /** Base URL; its path comes before that of each request. */
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  /** Of an answer. */
  readonly maxBodyBytes: number;
}

/** Headers of one connection, and those that describe a body that `fetch` has decoded. */
const hopByHop = new Set(
  "connection content-encoding content-length expect host keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade".split(
    " ",
  ),
);

/** The headers that go on, without those that `Connection` names. */
function endToEnd(headers: Iterable<readonly [string, string]>): [string, string][] {
  const all = [...headers];
  const named = all.find(([name]) => name.toLowerCase() === "connection")?.[1] ?? "";
  const dropped = new Set(named.split(",").map((name) => name.trim().toLowerCase()));
  return all
    .filter(([name]) => !hopByHop.has(name.toLowerCase()) && !dropped.has(name.toLowerCase()))
    .map(([name, value]) => [name, value]);
}

/** The answer of the real server to a request for a path below its base URL; or why there is none. Never rejects. */
export async function forward(
  request: MockRequest,
  path: string,
  upstream: Upstream,
): Promise<MockAnswer | Refusal> {
  const signal = AbortSignal.timeout(upstream.timeoutMs);
  try {
    const isBodiless = request.method === "GET" || request.method === "HEAD";
    const answer = await upstream.fetch(`${upstream.url.replace(/\/+$/, "")}${path}`, {
      method: request.method,
      headers: endToEnd(Object.entries(request.headers)),
      body: isBodiless || request.body.length === 0 ? null : request.body,
      redirect: "manual",
      signal,
    });
    const body = await bounded(answer, upstream.maxBodyBytes);
    if (body === undefined)
      return {
        status: 502,
        code: "upstream-too-large",
        detail: `the server's answer is larger than ${upstream.maxBodyBytes} bytes`,
      };
    return { status: answer.status, headers: endToEnd(answer.headers), body };
  } catch (error) {
    if (signal.aborted)
      return {
        status: 504,
        code: "upstream-late",
        detail: `the server didn't answer within ${upstream.timeoutMs} ms`,
      };
    const { cause, message } = error as Error;
    const reason = cause instanceof Error && cause.message !== "" ? cause.message : message;
    return {
      status: 502,
      code: "upstream-unreachable",
      detail: `the server can't be reached: ${reason.slice(0, 200)}`,
    };
  }
}

/** The whole body, or `undefined` if it is larger than the limit. */
async function bounded(answer: Response, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the stream.
  for await (const piece of (answer.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > most) return undefined;
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}
