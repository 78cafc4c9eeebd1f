// The receiver of ../node in Express. Important: `express.raw`, and no JSON middleware before it, since the signature
// is checked over the bytes as received. `node receiver.mjs --help`
import { createServer } from "node:http";
import express from "express";
import { createInbox } from "../node/inbox.mjs";
import { createLog } from "../node/log.mjs";
import { createNonces } from "../node/nonces.mjs";
import { createProbe } from "../node/probe.mjs";
import { createResources } from "../node/resources.mjs";
import { readSettings } from "../node/settings.mjs";
import { createWebhook } from "../node/webhook.mjs";

const settings = readSettings(process.argv.slice(2), process.env);
const faults = { nonce_store: false, inbox: false };
const log = createLog();
const nonces = createNonces(faults);
const inbox = createInbox(faults);
const resources = createResources();
const webhook = createWebhook({ settings, nonces, inbox, resources, log, now: Date.now });

const app = express();
app.disable("x-powered-by");
// Every content type is read as bytes; the webhook itself rejects unsupported ones.
app.use(express.raw({ type: () => true, limit: "1mb", inflate: false }));
app.use(async (request, response) => {
  const { method, headersDistinct } = request;
  const header = (name) => headersDistinct[name.toLowerCase()] ?? [];
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const answer = await webhook({ method, header, body });
  response.writeHead(answer.status, answer.headers).end(answer.body);
});
// Errors of the body parser: 413 for a body that is too large, 415 for an encoded one.
app.use((error, _request, response, _next) => {
  response.writeHead(error.status ?? 500, { connection: "close" }).end();
});

const listen = (listener, port) =>
  new Promise((resolve) => {
    const server = createServer(listener);
    server.listen(port, "127.0.0.1", () => resolve(`http://127.0.0.1:${server.address().port}`));
  });

if (settings.probePort !== undefined) {
  console.log(
    `probe on ${await listen(createProbe({ faults, stores: () => ({ inbox, resources }), log }), settings.probePort)}`,
  );
}
console.log(`listening on ${await listen(app, settings.port)}`);
