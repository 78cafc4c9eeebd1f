// A receiver in plain Node.js; its only dependency is the generated validators. `node receiver.mjs --help`
import { createServer } from "node:http";
import { validateEvent } from "@oipkit/sdk/validators/events.js";
import { listener } from "./http.mjs";
import { createInbox } from "./inbox.mjs";
import { noJournal, openJournal } from "./journal.mjs";
import { createLog } from "./log.mjs";
import { createNonces } from "./nonces.mjs";
import { createProbe } from "./probe.mjs";
import { createResources } from "./resources.mjs";
import { readSettings } from "./settings.mjs";
import { createWebhook } from "./webhook.mjs";

const settings = readSettings(process.argv.slice(2), process.env);
const faults = { nonce_store: false, inbox: false };
const log = createLog();

/** Starts with what the journal holds, and nothing else. */
function start() {
  const journal = settings.data === undefined ? noJournal() : openJournal(settings.data);
  const nonces = createNonces(faults, journal);
  const inbox = createInbox(faults, journal);
  const resources = createResources();
  for (const { event, test } of inbox.all())
    if (!test && validateEvent(event).specified) resources.apply(event);
  const webhook = createWebhook({ settings, nonces, inbox, resources, log, now: Date.now });
  return { journal, inbox, resources, webhook };
}

let running = start();
/** As after a crash: nothing is written before. */
function restart() {
  running.journal.close();
  running = start();
}

const listen = (server, port) =>
  new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => resolve(`http://127.0.0.1:${server.address().port}`));
  });

if (settings.probePort !== undefined) {
  const durable = settings.data !== undefined;
  const probe = createProbe({ faults, stores: () => running, log, restart: durable ? restart : undefined });
  console.log(`probe on ${await listen(createServer(probe), settings.probePort)}`);
}
const webhook = (request) => running.webhook(request);
console.log(`listening on ${await listen(createServer(listener(webhook)), settings.port)}`);
