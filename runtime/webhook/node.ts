import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Answer } from "./answer.js";
import type { Receiver } from "./receiver.js";

/**
 * A listener for Node's `http.createServer` that hands the receiver the raw bytes. Mount it where nothing
 * has read the body before, since a parsed body can't be verified (§6.2).
 */
export function toNodeListener(receiver: Pick<Receiver, "answer">): RequestListener {
  return (request, response) => {
    receiver
      .answer({
        method: request.method ?? "",
        header: (name) => headerValue(request, name),
        readBody: (limit) => readBody(request, limit),
      })
      .then((answer) => send(request, response, answer))
      .catch(() => response.destroy());
  };
}

function headerValue(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name.toLowerCase()];
  return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
}

function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else resolve(undefined);
    });
    request.on("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on("error", reject);
    request.on("close", () => reject(new Error("the request was aborted")));
  });
}

/** How much of an oversized body is read and dropped, so that an honest sender still gets to see the answer. */
const maxDroppedBytes = 16 * 1024 * 1024;

async function send(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  if (answer.headers.connection === "close") await dropBody(request);
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(answer.status === 204 ? {} : { "content-length": Buffer.byteLength(answer.body) }),
  });
  response.end(answer.body);
}

function dropBody(request: IncomingMessage): Promise<void> {
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
