import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createDelivery,
  createTransport,
  createVirtualClock,
  drive,
  openSqliteStore,
} from "../../../../../delivery/index.js";
import { suite } from "../../../../../generated/conformance/events.js";
import { protocol } from "../../../../../generated/events/protocol.js";
import { createReceiver } from "../../../../../generated/events/receiver.js";
import { validateEvent } from "../../../../../generated/validators/events.js";
import {
  compareWithTruth,
  createTruth,
  type Difference,
} from "../../../../../platform/sandbox/adversary/compare.js";
import { createAdversary } from "../../../../../platform/sandbox/adversary/create-adversary.js";
import { createProbeReader } from "../../../../../platform/sandbox/adversary/probe.js";
import { type Profile, profiles } from "../../../../../platform/sandbox/adversary/profile.js";
import type { Act } from "../../../../../platform/sandbox/adversary/stress-report.js";
import { createProbe } from "../../../../../runtime/probe/index.js";
import {
  createMemoryInbox,
  createMemoryNonces,
  toNodeListener,
} from "../../../../../runtime/webhook/index.js";

const application = "app_trial";
const type = "oem.subscription.updated.v1";
const actor = "trial";

export interface TrialOptions {
  readonly seed: string;
  readonly profile?: Profile;
  readonly resources?: number;
  readonly versions?: number;
  /** Changes the receiver's options, to give it a fault. */
  readonly fault?: (options: Parameters<typeof createReceiver>[0]) => Parameters<typeof createReceiver>[0];
}

/** Publishes events through an adversary to a generated receiver with a probe, and compares. */
export async function trial(
  options: TrialOptions,
): Promise<{ acts: Act[]; differences: readonly Difference[] }> {
  const { seed, profile = profiles.all as Profile, resources = 4, versions = 12, fault } = options;
  const store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const acts: Act[] = [];
  const clock = createVirtualClock(Date.now());
  let secret = "";
  const transport = createAdversary({
    transport: createTransport({ allowedHosts: [new URL(origin).host] }),
    protocol,
    profile,
    seed,
    keys: () => ({ signingSecret: secret }),
    // The engine's stamps are those of its clock here, which stands still unless a retry moves it.
    now: clock.now,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onAct: (act) => void acts.push(act),
  });
  const delivery = createDelivery({
    protocol,
    validate: validateEvent,
    eventTypes: [type],
    store,
    clock,
    transport,
    allowedHosts: [new URL(origin).host],
    keyRing: { keys: [{ id: "one", bytes: Buffer.alloc(32, 7) }] },
    directory: {
      application: (id) => ({
        id,
        organization: "org",
        environment: "sandbox",
        active: true,
        grantedEventTypes: [type],
        grantedCallbackTypes: [],
      }),
    },
    settings: { retryDelaysMs: [10, 20, 40, 80, 160, 320, 640], circuitThreshold: 1000, pauseAfter: 0 },
  });
  const created = await delivery.credentials.ensure(application, { actor });
  const of = (kind: string): string => created.find((each) => each.kind === kind)?.secret ?? "";
  secret = of("signing-secret");
  const receiver = startReceiver({ server, secret, token: of("verification-token"), now: clock.now, fault });
  try {
    const url = `${origin}/webhook`;
    const test = await delivery.endpoints.test(application, url);
    if (!test.verified) throw new Error(test.reason);
    const { proof, revision } = test;
    await delivery.endpoints.save({
      application,
      url,
      eventTypes: [type],
      proof,
      revision,
      operationId: "save",
      actor,
    });
    const truth = createTruth(application, () => true);
    for (let version = 1; version <= versions; version += 1)
      for (let resource = 1; resource <= resources; resource += 1) {
        const event = versionedEvent(resource, version);
        truth.add({ application, environment: "sandbox", event });
        await delivery.publish(event, { application });
      }
    await drive(delivery, clock, clock.now() + 60_000);
    await receiver.drain();
    const probe = createProbeReader({ url: `${origin}/probe`, fetch });
    return { acts, differences: await compareWithTruth(truth, probe) };
  } finally {
    await delivery.stop();
    await transport.close();
    await store.close();
    await receiver.close();
    server.closeAllConnections();
    server.close();
  }
}

function startReceiver(parts: {
  readonly server: Server;
  readonly secret: string;
  readonly token: string;
  readonly now: () => number;
  readonly fault: TrialOptions["fault"];
}) {
  const { server, secret, token, now, fault = (options) => options } = parts;
  const probe = createProbe({
    enabled: true,
    application,
    inbox: createMemoryInbox(),
    nonces: createMemoryNonces({ now }),
  });
  const receiver = createReceiver(
    fault({
      application: { id: application, environment: "sandbox" },
      secrets: [secret],
      verificationToken: token,
      inbox: probe.inbox,
      nonces: probe.nonces,
      now,
      logger: probe.logger({ info() {}, warn() {}, error() {} }),
      fallback: () => {},
    }),
  );
  probe.observe(receiver);
  const deliver = toNodeListener(receiver);
  server.on("request", (request, response) =>
    request.url?.startsWith("/probe") ? probe.listener(request, response) : deliver(request, response),
  );
  return receiver;
}

function versionedEvent(resource: number, version: number) {
  const example = suite.examples[type]?.full as { readonly data: object };
  const id = `sub_${resource}`;
  return {
    ...example,
    event_id: `evt_${resource}_${version}`,
    event_type: type,
    tenant_id: "org_buyer",
    resource_id: id,
    resource_version: version,
    data: {
      ...example.data,
      id,
      resource_version: version,
      organization_id: "org_buyer",
      open_platform_application_id: application,
      environment: "sandbox",
    },
  };
}
