import { createMemoryInbox, createMemoryNonces, type Receiver } from "@oipkit/runtime/webhook";
import { createReceiver } from "../../../../generated/events/receiver.js";
import type { Sandbox } from "../../../../platform/sandbox/start-sandbox.js";
import { afterThisTest } from "../../clean-up.js";
import { serve } from "./serve.js";

/** A receiver of an integrator, which the sandbox delivers to. */
export interface TestReceiver {
  readonly url: string;
  /** The events that it has stored, in the order in which they came. */
  readonly events: Record<string, unknown>[];
  /** A status that it answers with instead of receiving, if there is one. */
  outage: number | undefined;
  /** Resolves when the handlers of what was acknowledged have ended; an answer doesn't wait for them. */
  readonly handled: () => Promise<void>;
}

/** The records that an application needs to get all events. */
export async function registerApplication({ world }: Pick<Sandbox, "world">, id: string): Promise<void> {
  await world.run((draft) => {
    draft.put("application", {
      id,
      name: id,
      slug: id,
      environment: "sandbox",
      owner: "per_ada",
      organization: "org_acme",
      status: "active",
      revision: 1,
    });
    draft.put("permission", {
      id: `${id}/application/commerce`,
      application: id,
      environment: "sandbox",
      identity: "application",
      product: "commerce",
      state: "enabled",
      scopes: [],
      binding: "bound",
      revision: 1,
      requestedAt: draft.now,
    });
  }, undefined);
}

/** Starts a receiver, tests it and saves it as an application's endpoint for the given events. */
export async function connectReceiver(
  { deliveries: { engine } }: Pick<Sandbox, "deliveries">,
  { application, eventTypes }: { readonly application: string; readonly eventTypes: readonly string[] },
): Promise<TestReceiver> {
  const created = await engine.credentials.ensure(application, { actor: "test" });
  const findSecret = (kind: string) => created.find((version) => version.kind === kind)?.secret ?? "";
  for (const version of created) await engine.credentials.confirm(version, { actor: "test" });
  const events: Record<string, unknown>[] = [];
  const receiver: Receiver = createReceiver({
    application: { id: application, environment: "sandbox" },
    secrets: [findSecret("signing-secret")],
    verificationToken: findSecret("verification-token"),
    inbox: createMemoryInbox(),
    nonces: createMemoryNonces(),
    logger: false,
    fallback: (event) => void events.push(event as unknown as Record<string, unknown>),
  });
  const subject: TestReceiver = {
    url: "",
    events,
    outage: undefined,
    handled: () => receiver.drain(),
  };
  const url = await serve(receiver, () => subject.outage);
  const test = await engine.endpoints.test(application, url);
  if (!test.verified) throw new Error(test.reason);
  const { proof, revision } = test;
  await engine.endpoints.save({
    application,
    url,
    eventTypes,
    proof,
    revision,
    operationId: `save-${revision}`,
    actor: "test",
  });
  afterThisTest(() => receiver.close());
  return Object.assign(subject, { url });
}
