/** A receiver with a probe, which the examples in this folder connect to their framework. */

import { createProbe, type Probe } from "@oipkit/runtime/probe";
import { createMemoryInbox, createMemoryNonces, type Receiver } from "@oipkit/runtime/webhook";
import { createReceiver } from "@oipkit/sdk/events/receiver.js";

/** Secrets come from the environment, never from the code. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The probe is on only if the environment says so; in production, the variable isn't set. */
export function makeProbedReceiver(env: Environment): { receiver: Receiver; probe: Probe<undefined> } {
  const application = env.APPLICATION_ID ?? "app_example";
  const probe = createProbe({
    enabled: env.OIPKIT_PROBE === "on",
    application,
    inbox: createMemoryInbox(),
    nonces: createMemoryNonces(),
  });
  const receiver = createReceiver({
    application: { id: application, environment: "sandbox" },
    secrets: [env.WEBHOOK_SECRET ?? ""],
    verificationToken: env.WEBHOOK_VERIFICATION_TOKEN ?? "",
    inbox: probe.inbox,
    nonces: probe.nonces,
    logger: probe.logger(),
    fallback: () => {},
  });
  probe.observe(receiver);
  return { receiver, probe };
}
