import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { RunningSender } from "./node-sender.js";

/** A call of a control. */
export interface ControlCall {
  /** Method and path, with `*` for the application's id. */
  readonly route: string;
  /** Of the application; empty if there is none. */
  readonly id: string;
  readonly body: Record<string, unknown>;
  readonly needle: string;
}

/** Serves a control on this machine; `undefined` is answered with 204, an error with its `status` or 500. */
export async function startControlServer(
  answer: (call: ControlCall) => Promise<unknown>,
): Promise<RunningSender> {
  const server = createServer((request, response) => {
    readCall(request)
      .then(answer)
      .then(
        (result) => {
          if (result === undefined) response.writeHead(204).end();
          else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(result));
        },
        (error: { readonly status?: number }) => response.writeHead(error.status ?? 500).end(String(error)),
      );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    controlUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/control`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readCall(request: IncomingMessage): Promise<ControlCall> {
  const url = new URL(request.url ?? "", "http://localhost");
  const [, room = "", id = "", ...rest] = url.pathname.replace(/^\/control/, "").split("/");
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  const text = Buffer.concat(pieces).toString("utf8");
  return {
    route: `${request.method} ${[room, ...(id === "" ? [] : ["*"]), ...rest].join("/")}`,
    id: decodeURIComponent(id),
    body: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>,
    needle: url.searchParams.get("needle") ?? "",
  };
}
