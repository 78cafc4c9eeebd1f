// A server in a separate process; the first argument is its name. Reports its port to its parent, and on "usage" its
// processor time since the last request for it.
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { createReceiverServer } from "@oipkit/runtime/adapters/node-server";
import { createPostgresInbox, createPostgresNonces } from "@oipkit/runtime/stores/postgres";
import pg from "pg";
import { credentials } from "./deliveries.mjs";
import { benchReceiver, memoryStores, noStores } from "./stores.mjs";

const [kind, connectionString, schema] = process.argv.slice(2);
const poolSize = 10;

/** @param {(body: Buffer, request: import("node:http").IncomingMessage) => unknown} work */
function bodyServer(work) {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      await work(Buffer.concat(chunks), request);
      response.writeHead(204).end();
    });
  });
  return {
    server,
    listen: () => new Promise((done) => server.listen(0, "127.0.0.1", () => done(server.address().port))),
  };
}

/** What one writes in an afternoon: verify, parse, insert, answer. No nonce, no schema, no order. */
function naive(pool) {
  const [secret] = credentials.secrets;
  const statement = `insert into ${schema}.naive (event_id, event) values ($1, $2) on conflict do nothing`;
  return bodyServer(async (body, { headers }) => {
    const signed = `${headers["x-svc-request-timestamp"]}\n${headers["x-svc-request-nonce"]}\n`;
    const expected = `sha256=${createHmac("sha256", secret).update(signed).update(body).digest("hex")}`;
    if (expected !== headers["x-svc-signature"]) throw new Error("not verified");
    const text = body.toString("utf8");
    await pool.query(statement, [JSON.parse(text).event_id, text]);
  });
}

function onPostgres(mode) {
  const pool = new pg.Pool({ connectionString, max: poolSize });
  const stores = {
    inbox: createPostgresInbox({ pool, schema }),
    nonces: createPostgresNonces({ pool, schema }),
  };
  return createReceiverServer(benchReceiver(stores, mode));
}

const kinds = {
  bare: () => bodyServer(() => {}),
  none: () => createReceiverServer(benchReceiver(noStores())),
  memory: () => createReceiverServer(benchReceiver(memoryStores())),
  "memory-handled": () => createReceiverServer(benchReceiver(memoryStores(), "background")),
  naive: () => naive(new pg.Pool({ connectionString, max: poolSize })),
  postgres: () => onPostgres("manual"),
  "postgres-handled": () => onPostgres("background"),
};

const port = await kinds[kind]().listen({ port: 0 });
let before = process.cpuUsage();
process.on("message", () => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  process.send({ microseconds: user + system });
});
process.on("disconnect", () => process.exit());
process.send({ port });
