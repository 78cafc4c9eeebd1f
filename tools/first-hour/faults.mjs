// Mistakes that a newcomer makes in the files of `oipkit init`, and what must tell them the cause.

/** The server that somebody writes who would rather handle requests themselves; `respond` answers them. */
const ownServer = (
  respond,
) => `import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Config } from "./config.ts";
import type { Webhook } from "./receiver.ts";

export async function startServer({ receiver, probe }: Webhook, { host, port }: Pick<Config, "host" | "port">) {
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = request.headers as Record<string, string>;
    ${respond}
  }
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/probe/")) probe.listener(request, response);
    else respond(request, response).catch(() => response.writeHead(500).end());
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
`;

const handle = (body) => `const url = "http://localhost" + request.url;
    const { method = "POST" } = request;
    const body = ${body};
    const answer = await receiver.handle(new Request(url, { method, headers, body }));`;

const send = (event) => ["npm", "run", "-s", "send", "--", event];
const conform = (only) => ["npm", "run", "-s", "conform", "--", "--only", only];

/**
 * Each fault: what to change in which file, before the receiver starts or while it runs; the command that shows it, with its
 * exit code; what the newcomer reads there (\`shown\`) or in the receiver's output (\`logged\`).
 */
export const faults = [
  {
    name: "the receiver has another secret than the sender",
    file: ".env",
    whileRunning: true,
    change: (text) => text.replace(/^WEBHOOK_SECRET=.*$/m, 'WEBHOOK_SECRET="another-secret"'),
    command: send,
    code: 1,
    logged: /refused 401 signature-mismatch: .*\(the sender signs with none of `secrets`/,
    shown: /401 in .*different WEBHOOK_SECRET or/s,
  },
  {
    name: "the receiver has another verification token",
    file: ".env",
    whileRunning: true,
    change: (text) =>
      text.replace(/^WEBHOOK_VERIFICATION_TOKEN=.*$/m, 'WEBHOOK_VERIFICATION_TOKEN="another"'),
    command: send,
    code: 1,
    logged: /refused 401 token-mismatch: /,
    shown: /401 in .* or WEBHOOK_VERIFICATION_TOKEN/s,
  },
  {
    name: "the handler throws",
    file: "src/handlers.ts",
    change: (text) =>
      text.replace("console.log(`handled", "JSON.parse(event.data.party_id);\n    console.log(`handled"),
    command: send,
    code: 0,
    logged: /failed: oem\.subscription\.created\.v1 \S+ attempt 1 SyntaxError at .*handlers\.js/,
    shown: /204 in/,
  },
  {
    name: "the body is parsed and serialized again before the signature is checked",
    file: "src/server.ts",
    change: () =>
      ownServer(`${handle('JSON.stringify(JSON.parse((await text(request)) || "null"), null, 1)')}
    response.writeHead(answer.status).end(await answer.text());`),
    command: send,
    code: 1,
    logged: /signature-mismatch: .*the body was changed on its way, for example parsed and printed again/,
    shown: /401 in/,
  },
  {
    name: "an accepted event is answered with 200 instead of 204",
    file: "src/server.ts",
    change: () =>
      ownServer(`${handle("await text(request)")}
    response.writeHead(answer.ok ? 200 : answer.status).end(await answer.text());`),
    command: () => conform("6.3.7/*"),
    code: 1,
    logged: /listening/,
    shown: /accepted, but with 200/,
  },
  {
    name: "the folder of the database doesn't exist",
    file: ".env",
    change: (text) => text.replace(/^SQLITE_FILE=.*$/m, "SQLITE_FILE=data/receiver.db"),
    failsToStart: true,
    logged: /the SQLite file data\/receiver\.db can't be opened: the folder data doesn't exist/,
  },
];
