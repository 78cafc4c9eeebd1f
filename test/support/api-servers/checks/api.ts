import { Agent, request } from "node:http";
import { parseDocument, type ResponseJudge } from "../document.js";
import type { Identity, StartedServer } from "../start-server.js";

/** An object of JSON. */
export type Content = Readonly<Record<string, unknown>>;

/** An answer, which has been compared with the document. */
export interface Answer {
  readonly status: number;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** What JSON says; an empty object if the answer isn't a JSON object. */
  readonly body: Content;
  /** What JSON says, whatever its type. */
  readonly value: unknown;
  readonly text: string;
}

/** A method, a path with its query string, and what else is sent. Bodies that are neither texts nor bytes become JSON. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Sends requests with the headers of an identity. */
export interface Client {
  readonly send: (asked: Asked) => Promise<Answer>;
  readonly get: (path: string, headers?: Asked["headers"]) => Promise<Answer>;
  readonly head: (path: string, headers?: Asked["headers"]) => Promise<Answer>;
  readonly post: (path: string, body?: unknown, headers?: Asked["headers"]) => Promise<Answer>;
  readonly put: (path: string, body: unknown, headers?: Asked["headers"]) => Promise<Answer>;
  /** A merge patch. */
  readonly patch: (path: string, body: unknown, headers?: Asked["headers"]) => Promise<Answer>;
  readonly delete: (path: string, headers?: Asked["headers"]) => Promise<Answer>;
}

/** Clients of a server: writers of two tenants, a reader of the first one, and one without credentials. */
export interface Api {
  readonly first: Client;
  readonly second: Client;
  readonly reader: Client;
  readonly stranger: Client;
  readonly withHeaders: (headers: Identity["headers"]) => Client;
  readonly close: () => void;
}

const timeoutMs = 30_000;

/** Clients whose answers are compared with the server's document: one that isn't as documented rejects. */
export function openApi({ url, document, identities }: StartedServer): Api {
  const judge = parseDocument(document);
  const agent = new Agent({ keepAlive: true });
  const [first, second, reader] = identities;
  const withHeaders = (headers: Identity["headers"]): Client => client({ url, agent, judge, headers });
  return {
    first: withHeaders(first.headers),
    second: withHeaders(second.headers),
    reader: withHeaders(reader.headers),
    stranger: withHeaders({}),
    withHeaders,
    close: () => agent.destroy(),
  };
}

interface Connection {
  readonly url: string;
  readonly agent: Agent;
  readonly judge: ResponseJudge;
  readonly headers: Identity["headers"];
}

function client(connection: Connection): Client {
  const send = async (asked: Asked): Promise<Answer> => {
    const answer = await exchange(connection, asked);
    connection.judge(asked, answer);
    return answer;
  };
  const withBody = (method: string, type: string): Client["put"] => {
    return (path, body, headers) => {
      const typed = body === undefined ? headers : { "content-type": type, ...headers };
      return send({ method, path, body, headers: typed });
    };
  };
  return {
    send,
    get: (path, headers) => send({ method: "GET", path, headers }),
    head: (path, headers) => send({ method: "HEAD", path, headers }),
    post: withBody("POST", "application/json") as Client["post"],
    put: withBody("PUT", "application/json"),
    patch: withBody("PATCH", "application/merge-patch+json"),
    delete: (path, headers) => send({ method: "DELETE", path, headers }),
  };
}

function exchange({ url, agent, headers }: Connection, asked: Asked): Promise<Answer> {
  const bytes = bodyBytes(asked.body);
  const length = bytes === undefined ? {} : { "content-length": String(bytes.length) };
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        hostname,
        port,
        method: asked.method,
        path: asked.path,
        headers: { ...headers, ...length, ...asked.headers },
        timeout: timeoutMs,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const flat = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
          const status = incoming.statusCode ?? 0;
          const text = Buffer.concat(chunks).toString("utf8");
          try {
            resolve(readAnswer(status, Object.fromEntries(flat), text));
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer to ${asked.method} ${asked.path}`)));
    outgoing.on("error", reject);
    outgoing.end(bytes);
  });
}

function bodyBytes(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

function readAnswer(status: number, headers: Answer["headers"], text: string): Answer {
  const isJson = /^application\/(?:[a-z]+\+)?json\b/.test(headers["content-type"] ?? "");
  const value: unknown = isJson && text !== "" ? JSON.parse(text) : undefined;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return { status, headers, body: isObject ? (value as Content) : {}, value, text };
}
