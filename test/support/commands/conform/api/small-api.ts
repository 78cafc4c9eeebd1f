import type { ApiRunOptions } from "../../../../../commands/conform/api/run/api-run-options.js";
import { runApi } from "../../../../../commands/conform/api/run/run-api.js";
import type { Incoming, WireRequest } from "../../../../../commands/conform/exchange/send.js";
import type { Report } from "../../../../../commands/conform/result.js";
import { json } from "../../../../../reader/text/json.js";
import { loadText } from "../../mock/pets.js";
import { amply } from "./run-shop.js";

/** A request as a small server reads it. */
export interface SmallRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The value of a JSON body; `undefined` for anything else. */
  readonly body: unknown;
  readonly text: string;
}

/** What a small server answers; a text is sent as it is. */
export interface SmallAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Runs the suite against a server that is one function. */
export async function runSmall(
  contract: string,
  answer: (request: SmallRequest) => SmallAnswer,
  options: Partial<ApiRunOptions> = {},
): Promise<Report> {
  let time = 0;
  return runApi({
    contracts: await loadText(contract),
    contract: "small.yaml",
    url: "http://127.0.0.1:8080",
    identities: [],
    limits: amply,
    seed: 1,
    send: async (wire) => written(wire, answer(read(wire))),
    now: () => time++,
    sleep: async () => {},
    ...options,
  });
}

function read({ method, url, headers, body }: WireRequest): SmallRequest {
  const { pathname, searchParams } = new URL(url);
  const named = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const text = new TextDecoder().decode(body);
  const isJson = /^application\/json\b/i.test(named["content-type"] ?? "");
  return {
    method,
    // Letters and digits may be percent-encoded.
    path: pathname.replace(/%(?:3\d|[46][1-9A-F]|[57][0-9A])/gi, decodeURIComponent),
    query: searchParams,
    headers: named,
    body: isJson ? readJson(text) : undefined,
    text,
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function written({ method }: WireRequest, { status, body, headers = {} }: SmallAnswer): Incoming {
  const type = typeof body === "string" ? "text/plain" : "application/json";
  const all = body === undefined ? headers : { "content-type": type, ...headers };
  const text = typeof body === "string" ? body : json(body ?? "");
  const bytes = Buffer.from(body === undefined || method === "HEAD" ? "" : text);
  return { status, headers: Object.entries(all), body: bytes, firstByteMs: 1, elapsedMs: 1 };
}
