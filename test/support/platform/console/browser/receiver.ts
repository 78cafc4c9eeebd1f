import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMemoryInbox, createMemoryNonces, toNodeListener } from "@oipkit/runtime/webhook";
import { createReceiver } from "../../../../../generated/events/receiver.js";

/** What a receiver is configured with. */
export interface ReceiverSecrets {
  readonly signingSecret: string;
  readonly verificationToken: string;
}

/** A receiver of an integrator, which a test file has for as long as it runs. */
export interface BrowserReceiver {
  readonly url: string;
  /** Names of what was posted to it, verifications as `verification`, whether it was accepted or not. */
  readonly asked: string[];
  /** Events that reached business handlers. */
  readonly handled: string[];
  /** A status that it answers with instead of receiving. */
  outage: number | undefined;
  readonly close: () => Promise<void>;
}

/** Starts one on this machine. */
export async function startReceiver(application: string, secrets: ReceiverSecrets): Promise<BrowserReceiver> {
  const handled: string[] = [];
  const asked: string[] = [];
  const receiver = createReceiver({
    application: { id: application, environment: "sandbox" },
    secrets: [secrets.signingSecret],
    verificationToken: secrets.verificationToken,
    inbox: createMemoryInbox(),
    nonces: createMemoryNonces(),
    logger: false,
    onCallback: () => ({ done: true }),
    fallback: ({ event_type }) => void handled.push(event_type),
  });
  const listener = toNodeListener(receiver);
  const server = createServer((request, response) => {
    asked.push(String(request.headers["x-svc-event-type"] ?? "verification"));
    if (subject.outage === undefined) return void listener(request, response);
    request.resume();
    response.writeHead(subject.outage).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const subject: BrowserReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    asked,
    handled,
    outage: undefined,
    async close() {
      server.close();
      server.closeAllConnections();
      await receiver.close();
    },
  };
  return subject;
}
