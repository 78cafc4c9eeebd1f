import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createReceiver } from "../../../../../generated/events/receiver.js";
import type { Sandbox } from "../../../../../platform/sandbox/start-sandbox.js";
import { createProbe } from "../../../../../runtime/probe/index.js";
import { createMemoryNonces, type Inbox, toNodeListener } from "../../../../../runtime/webhook/index.js";
import { afterThisTest } from "../../../clean-up.js";

type ReceiverOptions = Parameters<typeof createReceiver>[0];

/** What is tested. */
export interface TestedReceiver {
  readonly application: string;
  readonly eventTypes: readonly string[];
  /** Changes the receiver's options, to give it a fault. */
  readonly fault: (options: ReceiverOptions) => ReceiverOptions;
  readonly encrypted: boolean;
  /** What the probe shows. */
  readonly inbox: Inbox;
}

/** Starts a generated receiver with a probe, and returns its origin; they are at `/webhook` and `/probe`. */
export async function serveProbed(
  { application, fault, inbox }: Omit<TestedReceiver, "eventTypes" | "encrypted">,
  credentials: Pick<ReceiverOptions, "secrets" | "verificationToken" | "encryptKey">,
): Promise<string> {
  const probe = createProbe({ enabled: true, application, inbox, nonces: createMemoryNonces() });
  const receiver = createReceiver(
    fault({
      application: { id: application, environment: "sandbox" },
      ...credentials,
      inbox: probe.inbox,
      nonces: probe.nonces,
      logger: false,
      fallback: () => {},
    }),
  );
  probe.observe(receiver);
  const deliver = toNodeListener(receiver);
  const server = createServer((request, response) =>
    request.url?.startsWith("/probe") ? probe.listener(request, response) : deliver(request, response),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterThisTest(async () => {
    server.close();
    server.closeAllConnections();
    await receiver.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Does that, saves it as the application's endpoint, and returns the probe's URL. */
export async function probedReceiver(
  { deliveries: { engine } }: Pick<Sandbox, "deliveries">,
  { eventTypes, encrypted, ...rest }: TestedReceiver,
): Promise<string> {
  const { application } = rest;
  const created = await engine.credentials.ensure(application, { actor: "test" });
  const findSecret = (kind: string) => created.find((version) => version.kind === kind)?.secret ?? "";
  const origin = await serveProbed(rest, {
    secrets: [findSecret("signing-secret")],
    verificationToken: findSecret("verification-token"),
    ...(encrypted && { encryptKey: findSecret("encrypt-key") }),
  });
  const url = `${origin}/webhook`;
  const test = await engine.endpoints.test(application, url);
  if (!test.verified) throw new Error(test.reason);
  const { proof, revision } = test;
  const save = { operationId: "save", actor: "test" };
  await engine.endpoints.save({ application, url, eventTypes, encrypted, proof, revision, ...save });
  return `${origin}/probe`;
}
