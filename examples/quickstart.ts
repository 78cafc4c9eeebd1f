/* * The program of `npm start`: checks every example with its generated validator, delivers a signed event to a
 * receiver on localhost, and runs the conformance suite against `oipkit receive`, with encryption off and on. At last, a year of a
 * subscription passes in the sandbox, and the manifest of a small artifact is built and verified.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryInbox, createMemoryNonces, signDelivery, toNodeListener } from "@oipkit/runtime/webhook";
import { suite } from "@oipkit/sdk/conformance/events.js";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { createReceiver } from "@oipkit/sdk/events/receiver.js";
import type { Event, SubscriptionCreated } from "@oipkit/sdk/events/types.js";
import { formatReport, runSuite } from "oipkit/conform";
import { artifactManifest } from "./artifact-manifest.js";
import { runReceive } from "./run-receive.js";
import { sandboxYear } from "./sandbox-year.js";
import { validateExamples } from "./validate-examples.js";

const root = new URL("../../", import.meta.url);
const credentials = {
  secrets: ["example-signing-5f3b9c", "example-signing-of-before-17ae"],
  verificationToken: "example-verification-90c2d4",
};
const application = {
  id: "app_example",
  organization: "org_example_buyer",
  environment: "sandbox",
  product: "example_product",
};

const { valid, invalid } = await validateExamples(new URL("contracts/examples/", root));
for (const line of invalid) console.log(`  ${line}`);
console.log(`validators: ${valid} examples valid, ${invalid.length} not`);

const inbox = createMemoryInbox();
let handled: Event | undefined;
const receiver = createReceiver({
  application,
  ...credentials,
  inbox,
  nonces: createMemoryNonces(),
  fallback: (event) => {
    handled ??= event;
  },
});
const server = createServer(toNodeListener(receiver)).listen(0, "127.0.0.1");
await new Promise((listening) => server.once("listening", listening));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

const example = new URL("contracts/examples/oem.subscription.created.v1/full.json", root);
const event = JSON.parse(readFileSync(example, "utf8")) as SubscriptionCreated;
const { headers, body } = signDelivery({ protocol, ...credentials, event: { ...event } });
const answer = await fetch(url, { method: "POST", headers, body: new Uint8Array(body) });
await receiver.drain();
const record = await inbox.find(application.id, event.event_id);
console.log(`receiver: answered ${answer.status} to ${event.event_type}`);
console.log(`receiver: the inbox holds ${record?.eventId ?? "nothing"}, ${describe(handled)}`);

server.close();
server.closeAllConnections();
await receiver.close();

let conforms = true;
for (const encryptKey of [undefined, "example-encryption-6e81f7"]) {
  // The suite restarts the receiver, so its events must outlive it.
  const folder = mkdtempSync(join(tmpdir(), "oipkit-quickstart-"));
  const file = join(folder, "inbox.db");
  const receive = await runReceive(application, { ...credentials, encryptKey }, file);
  const { url, probeUrl } = receive;
  const report = await runSuite({
    suite,
    url,
    probeUrl,
    application,
    ...credentials,
    encryptKey,
    callbacks: true,
  });
  const exitCode = await receive.stop();
  rmSync(folder, { recursive: true });
  console.log(`conformance: oipkit receive, ${encryptKey === undefined ? "plaintext" : "encrypted"}`);
  console.log(formatReport(report, { format: "pretty" }));
  conforms &&= report.conforms && exitCode === 0;
}

const hasYear = await sandboxYear(console.log);
const hasManifest = await artifactManifest(console.log);
const isRight =
  invalid.length === 0 && answer.status === protocol.responses.accepted && conforms && hasYear && hasManifest;
if (!isRight) process.exitCode = 1;

/** `event_type` discriminates the events, so `data.status` has only the statuses of this event. */
function describe(event: Event | undefined): string {
  if (event?.event_type !== "oem.subscription.created.v1") return "and the handler hasn't seen it";
  return `and the handler saw a subscription that is ${event.data.status}`;
}
