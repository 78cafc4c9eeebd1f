import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { RequestRefusal } from "../exchange.js";
import { requestLines } from "./header-lines.js";
import { announcesBody, passBody, sendHead } from "./kept-body.js";
import { informationHead } from "./message-head.js";
import type { Upstream } from "./upstream.js";

/** A request that is being answered. */
export interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The connection, if the client asks for another protocol on it, and what it has sent in that protocol. */
  readonly upgrade?: { readonly socket: Duplex; readonly head: Buffer };
}

/** Where a request goes. */
interface Forwarding {
  readonly upstream: Upstream;
  /** Below the base URL, with the query. */
  readonly path: string;
  /** What was read of a body that was held; absent if none was. */
  readonly held?: readonly Buffer[];
}

/** What came of a request. */
export type Forwarded =
  | { readonly kind: "answer"; readonly answer: IncomingMessage }
  /** The server speaks the other protocol on this connection. */
  | {
      readonly kind: "tunnel";
      readonly answer: IncomingMessage;
      readonly socket: Duplex;
      readonly head: Buffer;
    }
  | { readonly kind: "failed"; readonly refusal: RequestRefusal }
  /** The client has gone. */
  | { readonly kind: "gone" };

/** Methods whose requests may be sent a second time (RFC 9110, section 9.2.2). */
const idempotent = new Set(["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]);

/** Forwards a request as it arrives, until the head of the answer is there. What comes before that is passed back at once. Never rejects. */
export function forward(passing: Passing, forwarding: Forwarding): Promise<Forwarded> {
  const { request, response, upgrade } = passing;
  const { upstream } = forwarding;
  return new Promise((resolve) => {
    const hasBody = upgrade === undefined && announcesBody(request);
    const maySendAgain = !hasBody && idempotent.has(request.method ?? "");
    let current: ClientRequest | undefined;
    let isSettled = false;
    const settle = (forwarded: Forwarded): void => {
      isSettled = true;
      clearTimeout(clock);
      resolve(forwarded);
    };
    // A request may go on while its answer comes.
    const wait = (): void => {
      if (!isSettled) clock.refresh();
    };
    const fail = (status: number, code: string, detail: string): void => {
      if (isSettled) return;
      settle({ kind: "failed", refusal: { status, code, detail } });
      current?.destroy();
    };
    const clock = setTimeout(() => {
      const isWaitingForClient = hasBody && !request.readableEnded && current?.writableNeedDrain !== true;
      if (isWaitingForClient)
        fail(408, "request-late", `nothing more of the request arrived within ${upstream.timeoutMs} ms`);
      else fail(504, "upstream-late", `the server didn't answer within ${upstream.timeoutMs} ms`);
    }, upstream.timeoutMs);
    const attempt = (fresh: boolean): void => {
      const outgoing = opened(passing, forwarding, fresh);
      current = outgoing;
      outgoing.on("error", (error) => {
        if (outgoing.reusedSocket && maySendAgain && !fresh && !response.destroyed) attempt(true);
        else fail(502, "upstream-unreachable", `the server can't be reached${systemCode(error)}`);
      });
      outgoing.on("response", (answer) => settle({ kind: "answer", answer }));
      outgoing.on("upgrade", (answer, socket, head) => settle({ kind: "tunnel", answer, socket, head }));
      outgoing.on("information", (information) => {
        wait();
        passInformation(passing, information, forwarding.held !== undefined);
      });
      if (hasBody) {
        sendHead(outgoing);
        passBody(request, outgoing, forwarding.held ?? []);
      } else outgoing.end();
    };
    request.on("data", wait);
    response.on("close", () => {
      if (response.writableFinished) return;
      settle({ kind: "gone" });
      current?.destroy();
    });
    try {
      attempt(!maySendAgain);
    } catch (error) {
      fail(502, "upstream-unreachable", `the request can't be sent${systemCode(error)}`);
    }
  });
}

function opened(
  { request, upgrade }: Passing,
  { upstream, path, held }: Forwarding,
  fresh: boolean,
): ClientRequest {
  const { method = "GET" } = request;
  const lines = requestLines(request.rawHeaders, {
    host: upstream.host,
    method,
    upgrade: upgrade === undefined ? undefined : request.headers.upgrade,
    expects: held === undefined,
  });
  return upstream.open({ method, path, lines, fresh: fresh || upgrade !== undefined });
}

/** Passes back what comes before an answer (RFC 9110, section 15.2), such as early hints. */
function passInformation(
  { request, response }: Passing,
  {
    statusCode,
    statusMessage,
    rawHeaders,
  }: Pick<IncomingMessage, "rawHeaders"> & { statusCode: number; statusMessage: string },
  isHeld: boolean,
): void {
  if (response.headersSent || request.httpVersion !== "1.1" || statusCode === 101) return;
  if (statusCode !== 100)
    response.socket?.write(informationHead(statusCode, statusMessage, rawHeaders), "latin1");
  else if (request.headers.expect !== undefined && !isHeld) response.writeContinue();
}

/** The code of the system or of Node.js, such as ` (ECONNREFUSED)`. Messages may quote what they were given, so none is shown. */
function systemCode(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code !== "string" || !/^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return "";
  return ` (${code})`;
}
