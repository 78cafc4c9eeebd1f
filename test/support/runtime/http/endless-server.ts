import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { startServer } from "./local-server.js";

/** What a hostile server answers: its headers, and what it writes again and again. */
export interface Flood {
  readonly headers?: Readonly<Record<string, string>>;
  readonly piece: Buffer;
  /** GET gets a plain 405 instead. */
  readonly onlyPost?: boolean;
}

/** A server that answers without end, and what came of it. */
export interface EndlessServer extends AsyncDisposable {
  readonly origin: string;
  /** Bytes that it could write so far. */
  readonly written: () => number;
  /** Resolves if the reader closes its connection, with whether it did so before everything was written. */
  readonly closed: Promise<"early" | "at the end">;
}

/** Far above each limit under test, so that a reader without one ends with all of it. */
const endBytes = 64 * 1024 ** 2;

/** Writes a flood as fast as the reader takes it, up to 64 MiB. */
export async function startEndlessServer({
  headers,
  piece,
  onlyPost = false,
}: Flood): Promise<EndlessServer> {
  let written = 0;
  let settle: (how: "early" | "at the end") => void = () => {};
  const closed = new Promise<"early" | "at the end">((resolve) => {
    settle = resolve;
  });
  const flood = async (response: ServerResponse): Promise<void> => {
    response.on("close", () => settle(written < endBytes ? "early" : "at the end"));
    response.writeHead(200, { "content-type": "application/json", ...headers });
    while (written < endBytes && !response.destroyed) {
      written += piece.length;
      if (!response.write(piece)) await Promise.race([once(response, "drain"), once(response, "close")]);
    }
    response.end();
  };
  const server = await startServer(({ method }, response) => {
    if (onlyPost && method === "GET") response.writeHead(405, { allow: "POST" }).end();
    else void flood(response);
  });
  return {
    origin: server.origin,
    written: () => written,
    closed,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const spaces = Buffer.alloc(endBytes, " ");

/** A small body that decodes to 64 MiB of spaces, by content coding. The default quality of Brotli takes a second. */
export const bombs = [
  ["gzip", gzipSync(spaces)],
  ["br", brotliCompressSync(spaces, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
] as const;
