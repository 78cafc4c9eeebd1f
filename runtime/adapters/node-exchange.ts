import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer, AnsweringReceiver } from "../ports/answer.js";
import { RequestAborted } from "../ports/request-body.js";
import { BodyAlreadyParsed, faultReporter } from "./adapter.js";
import { createFragmentTurns, type NodeRequest, readNodeBody } from "./node-body.js";
import { bodyLimits, type NodeAdapterOptions } from "./node-options.js";
import { createUnfinishedBodies, type UnfinishedBodies } from "./unfinished-bodies.js";

/**
 * Passes a request of Node's HTTP server to a receiver; `failed` is called if the receiver rejects. `unread` is the
 * request if its sender is still sending and has to be given the time to see the answer.
 */
type AskReceiver = (
  request: NodeRequest,
  answered: (answer: Answer, unread?: IncomingMessage) => void,
  failed: (cause: unknown) => void,
) => void;

/** The bodies that are still arriving at an adapter. */
export function unfinishedBodies(options: NodeAdapterOptions): UnfinishedBodies {
  const { onBodyAborted = () => {} } = options;
  return createUnfinishedBodies({
    ...bodyLimits(options),
    now: chooseClock(options),
    onAborted: onBodyAborted,
  });
}

function chooseClock({ now = () => performance.now() }: NodeAdapterOptions): () => number {
  return now;
}

/**
 * Prepares the function from Node's request to a receiver's answer; `remedy` is the advice if the body was parsed
 * before. The answer closes the connection if the rest of the body isn't wanted.
 */
export function receiverAsker(
  receiver: AnsweringReceiver,
  options: NodeAdapterOptions & { readonly unfinished?: UnfinishedBodies },
  remedy: string,
): AskReceiver {
  const report = faultReporter(options);
  const unfinished = options.unfinished ?? unfinishedBodies(options);
  const turns = createFragmentTurns(chooseClock(options));
  const ask: AskReceiver = (request, answered, failed) => {
    const { headers } = request;
    let abandoned = false;
    const told = (fault: unknown): never => {
      if (fault instanceof BodyAlreadyParsed) report(fault);
      abandoned = fault instanceof RequestAborted;
      throw fault;
    };
    receiver
      .answer({
        method: request.method ?? "",
        url: request.url,
        header: (name) => headerValue(headers[name]),
        readBody(limit) {
          try {
            const body = readNodeBody(request, { limit, remedy, unfinished, turns });
            if (body instanceof Promise) return body.catch(told);
            return body;
          } catch (fault) {
            return told(fault);
          }
        },
      })
      .then((answer) => {
        // This request has no end yet, so no other can follow on its connection.
        if (!isArriving(request)) return answered(answer);
        const closing = { ...answer, headers: { ...answer.headers, connection: "close" } };
        // The rest of an abandoned body never arrives, so don't wait for it.
        answered(closing, abandoned ? undefined : request);
      })
      .catch(failed);
  };
  let arrived: Parameters<AskReceiver>[] = [];
  const askAll = (): void => {
    const taken = arrived;
    arrived = [];
    for (const each of taken) {
      try {
        ask(...each);
      } catch (cause) {
        each[2](cause);
      }
    }
  };
  // Most bodies arrive with their headers: at the end of this turn of the event loop they are complete, and answers
  // that need no waiting go out together, which wakes a sender of many requests only once.
  return (request, answered, failed) => {
    turns.requestArrived();
    // Node would keep each chunk as a buffer until then, and a sender may make chunks of one byte.
    if (request.headers["transfer-encoding"] !== undefined || request.httpVersionMajor > 1) {
      arrived.push([request, answered, failed]);
      return askAll();
    }
    if (arrived.push([request, answered, failed]) === 1) setImmediate(askAll);
  };
}

function headerValue(value: string | string[] | undefined): string | null {
  if (value === undefined) return null;
  if (typeof value === "string") return value;
  return value.join(", ");
}

/**
 * Writes an answer, unless the request has been answered elsewhere or the sender is gone. If a body is left unread, the
 * answer goes out at once, and the response ends with that body or soon after.
 */
export function sendAnswer(
  response: ServerResponse,
  { status, headers, body }: Answer,
  unread?: IncomingMessage,
): void {
  if (response.headersSent || response.destroyed) return;
  // The answer to almost every delivery.
  if (status === 204 && isEmpty(headers)) {
    response.writeHead(status).end();
    return;
  }
  // Connection headers don't exist in HTTP/2, and Node would warn about one.
  const { connection, ...rest } = headers;
  const isHttp2 = response.req.httpVersionMajor >= 2;
  const closing = connection !== undefined && !isHttp2 ? { connection } : {};
  const length = status === 204 ? {} : { "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...rest, ...closing, ...length });
  if (unread === undefined) {
    response.end(body);
    return;
  }
  if (body === "") response.flushHeaders();
  else response.write(body);
  linger(unread, defaultLinger).then(() => {
    response.end();
    // A stream of HTTP/2 is open until both sides have ended. Closed in the same turn, it would lose the answer.
    const { stream } = response as unknown as { stream?: { close(): void } };
    if (isHttp2 && isArriving(unread)) setImmediate(() => stream?.close());
  });
}

function isEmpty(headers: Answer["headers"]): boolean {
  for (const _ in headers) return false;
  return true;
}

/** How long, in milliseconds, and how many bytes of an unwanted body are read and discarded after its answer. */
interface Linger {
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
