import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from "node:http";
import { buffer } from "node:stream/consumers";
import { closeServer, listen } from "@oipkit/runtime/adapters/node-server";
import {
  createProxy,
  createProxyServer,
  type MockExchange,
  type MockRequest,
  type ServedAnswer,
  upstreamAt,
  usualLimits,
} from "../../../../commands/mock/index.js";
import type { Contracts } from "../../../../reader/documents/contracts.js";

/** How a proxy is set up; absent settings are usual ones. */
export interface ProxySetting {
  readonly errors?: boolean;
  readonly strict?: boolean;
  readonly timeoutMs?: number;
  readonly idleMs?: number;
  readonly maxBodyBytes?: number;
  /** Of the base URL of the real server. */
  readonly basePath?: string;
}

/** A proxy before a real server, both on this machine. */
export interface Proxied {
  /** Of the proxy. */
  readonly url: string;
  readonly port: number;
  /** What the proxy has reported. */
  readonly served: readonly ServedAnswer[];
  /** What should never happen. */
  readonly faults: readonly unknown[];
  /** Waits for the exchanges that have begun to be over and judged. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts a proxy before a server of its own, which the caller closes with it. */
export async function proxiedListener(
  contracts: Contracts,
  listener: RequestListener | Server,
  setting: ProxySetting = {},
): Promise<Proxied> {
  const real = typeof listener === "function" ? createServer(listener) : listener;
  const realPort = await listen(real, { port: 0 });
  const proxied = await proxiedAt(
    contracts,
    `http://127.0.0.1:${realPort}${setting.basePath ?? ""}`,
    setting,
  );
  return {
    ...proxied,
    close: async () => {
      await proxied.close();
      real.closeAllConnections();
      await closeServer(real, 0);
    },
  };
}

/** Starts a proxy before the server at a URL, which the caller closes. */
export async function proxiedAt(
  contracts: Contracts,
  url: string,
  {
    errors = false,
    strict = false,
    timeoutMs = 20_000,
    idleMs = 0,
    maxBodyBytes = 1_000_000,
  }: ProxySetting = {},
): Promise<Proxied> {
  const upstream = upstreamAt(url, { timeoutMs, idleMs });
  const proxy = createProxy(contracts, { upstream, errors, strict, maxBodyBytes });
  const served: ServedAnswer[] = [];
  const faults: unknown[] = [];
  const open = new Set<Promise<void>>();
  const tracked: typeof proxy = {
    ...proxy,
    serve: (passing, report) => {
      const done = proxy.serve(passing, report);
      open.add(done);
      return done.finally(() => open.delete(done));
    },
  };
  const { server, endTunnels } = createProxyServer(() => tracked, {
    limits: usualLimits,
    onAnswered: (each) => served.push(each),
    onFault: (error) => faults.push(error),
  });
  const port = await listen(server, { port: 0 });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    served,
    faults,
    idle: async () => {
      await Promise.allSettled(open);
    },
    close: async () => {
      endTunnels();
      upstream.close();
      server.closeAllConnections();
      await closeServer(server, 0);
    },
  };
}

/** Asks a proxy, over HTTP, and says what it answered and found. */
export async function throughProxy(proxied: Proxied, asked: MockRequest): Promise<MockExchange> {
  const before = proxied.served.length;
  const { method, target, headers, body } = asked;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = httpRequest({
      port: proxied.port,
      host: "127.0.0.1",
      method,
      path: target,
      headers,
      agent: false,
    });
    sent.on("response", resolve).on("error", reject);
    sent.end(body.length === 0 ? undefined : body);
  });
  const bytes = await buffer(answer);
  await proxied.idle();
  const [found] = proxied.served.slice(before);
  return {
    answer: {
      status: answer.statusCode ?? 0,
      headers: Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value) => [name, value] as const),
      ),
      body: bytes.toString(),
    },
    operation: found?.operation,
    findings: proxied.served.slice(before).flatMap(({ findings }) => findings),
  };
}

/** A listener that gives a `Response`. */
export function responding(
  answer: (request: IncomingMessage) => Response | Promise<Response>,
): RequestListener {
  return (request, response) => {
    request.resume();
    void (async () => {
      const given = await answer(request);
      response.writeHead(given.status, [...given.headers].flat());
      response.end(Buffer.from(await given.arrayBuffer()));
    })();
  };
}
