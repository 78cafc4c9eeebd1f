// A receiver in plain Node.js; its only dependency is the generated validators. `node receiver.mjs --help`
import { createServer } from "node:http";
import { listener } from "./http.mjs";
import { createInbox } from "./inbox.mjs";
import { createLog } from "./log.mjs";
import { createNonces } from "./nonces.mjs";
import { createProbe } from "./probe.mjs";
import { createResources } from "./resources.mjs";
import { readSettings } from "./settings.mjs";
import { createWebhook } from "./webhook.mjs";

const settings = readSettings(process.argv.slice(2), process.env);
const faults = { nonce_store: false, inbox: false };
const log = createLog();
const nonces = createNonces(faults);
const inbox = createInbox(faults);
const resources = createResources();
const webhook = createWebhook({ settings, nonces, inbox, resources, log, now: Date.now });

const listen = (server, port) =>
  new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => resolve(`http://127.0.0.1:${server.address().port}`));
  });

if (settings.probePort !== undefined) {
  const probe = createServer(createProbe({ faults, inbox, resources, log }));
  console.log(`probe on ${await listen(probe, settings.probePort)}`);
}
console.log(`listening on ${await listen(createServer(listener(webhook)), settings.port)}`);
