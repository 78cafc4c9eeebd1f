import type { ServerResponse } from "node:http";
import type { Answer } from "../webhook/answer.js";
import { type AdapterOptions, type AnsweringReceiver, faultReporter } from "./adapter.js";
import { BodyAlreadyParsed } from "./body-already-parsed.js";
import { dropBody, type NodeRequest, readNodeBody } from "./node-body.js";
import { RequestAborted } from "./request-aborted.js";

export interface NodeAdapterOptions extends AdapterOptions {
  /** How long a sender may fall silent within its body, in milliseconds. Default: as long as the server lets it. */
  readonly bodyIdleTimeoutMs?: number | undefined;
}

export const nodeAdapterOptionNames = ["onFault", "bodyIdleTimeoutMs"] as const;

/** Asks a receiver about a request of Node's HTTP server. Never rejects. */
export type AnswerNode = (request: NodeRequest) => Promise<Answer>;

/** Prepares the way from Node's request to a receiver's answer; `remedy` is for a body that was parsed before. */
export function answerNode(
  receiver: AnsweringReceiver,
  options: NodeAdapterOptions,
  remedy: string,
): AnswerNode {
  const report = faultReporter(options);
  return async (request) => {
    let abandoned = false;
    const answer = await receiver.answer({
      method: request.method ?? "",
      header: (name) => headerValue(request, name),
      readBody: async (limit) => {
        try {
          return await readNodeBody(request, { limit, remedy, idleTimeoutMs: options.bodyIdleTimeoutMs });
        } catch (fault) {
          if (fault instanceof BodyAlreadyParsed) report(fault);
          abandoned = fault instanceof RequestAborted;
          throw fault;
        }
      },
    });
    // There is nothing to wait for in the rest of a body that doesn't come.
    if (abandoned) return { ...answer, headers: { ...answer.headers, connection: "close" } };
    if (answer.headers.connection === "close") await dropBody(request);
    return answer;
  };
}

function headerValue(request: NodeRequest, name: string): string | null {
  const value = request.headers[name] ?? request.headers[name.toLowerCase()];
  return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
}

/** Writes an answer, unless somebody else has answered or the sender is gone. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.headersSent || response.destroyed) return;
  // The answer to almost every delivery.
  if (status === 204 && Object.keys(headers).length === 0) {
    response.writeHead(status).end();
    return;
  }
  // A header of the connection has no place in HTTP/2, where Node would warn of it.
  const { connection, ...rest } = headers;
  const closing = connection !== undefined && response.req.httpVersionMajor < 2 ? { connection } : {};
  const length = status === 204 ? {} : { "content-length": Buffer.byteLength(body) };
  response.writeHead(status, { ...rest, ...closing, ...length });
  response.end(body);
}
