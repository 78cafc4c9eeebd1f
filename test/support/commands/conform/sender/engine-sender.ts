import { randomBytes, randomUUID } from "node:crypto";
import {
  type ApplicationRecord,
  createDelivery,
  createTransport,
  createVirtualClock,
  DeliveryError,
  deliveryDefaults,
  drive,
  type Store,
} from "../../../../../delivery/index.js";
import { suite } from "../../../../../generated/conformance/events.js";
import { protocol } from "../../../../../generated/events/protocol.js";
import { validateEvent } from "../../../../../generated/validators/events.js";
import type { EventValidator, JsonObject } from "../../../../../runtime/webhook/index.js";
import { openParts } from "../../../delivery/event-tests/subject.js";
import { startControlServer } from "./control-server.js";
import type { RunningSender } from "./node-sender.js";
import { refusable } from "./refusable.js";

const actor = "suite";
const allowedHosts = ["127.0.0.1"];

interface Controlled {
  record: ApplicationRecord;
  readonly encrypted: boolean;
  readonly timeoutMs: number;
  /** Ends the hand-over of a secret that is pending. */
  settle?: (confirmed: boolean) => Promise<unknown>;
}

/** The delivery engine with a virtual clock and the control of the suite. It migrates its store and closes it at the end. */
export async function startEngineSender(store: Store): Promise<RunningSender> {
  const clock = createVirtualClock(Date.now());
  await store.migrate();
  const applications = new Map<string, Controlled>();
  const timeouts = new Map<string, number>();
  const transport = createTransport({ allowedHosts });
  const delivery = createDelivery({
    protocol,
    store,
    clock,
    allowedHosts,
    tests: openParts,
    // The engine has one time limit for all deliveries; the suite chooses one for each application.
    transport: {
      ...transport,
      post: (request) => {
        const wanted = timeouts.get(request.url) ?? deliveryDefaults.timeoutMs;
        const isDelivery = request.timeoutMs === deliveryDefaults.timeoutMs;
        return transport.post(isDelivery ? { ...request, timeoutMs: wanted } : request);
      },
    },
    validate: validateEvent as unknown as EventValidator<JsonObject>,
    eventTypes: Object.keys(suite.examples),
    keyRing: { keys: [{ id: "k1", bytes: randomBytes(32) }] },
    directory: { application: (id) => applications.get(id)?.record },
  });
  const { callbacks, credentials, deliveries: log, endpoints } = delivery;
  const revisions = new Map<string, number>();

  async function written(): Promise<string> {
    const tables = [
      "endpoints",
      "lanes",
      "saves",
      "credentials",
      "events",
      "deliveries",
      "attempts",
      "audit",
    ] as const;
    const rows = await Promise.all(
      tables.map((table) =>
        store.db
          .selectFrom(table as "endpoints")
          .selectAll()
          .execute(),
      ),
    );
    return JSON.stringify(rows);
  }

  async function create(wish: Record<string, unknown>) {
    const id = `app_${randomUUID()}`;
    const granted = wish.granted_types as string[];
    const isCallback = (type: string): boolean =>
      (protocol.callbacks.eventTypes as readonly string[]).includes(type);
    const product = wish.product_code as string | null;
    applications.set(id, {
      encrypted: wish.encryption === true,
      timeoutMs: wish.delivery_timeout_ms as number,
      record: {
        id,
        organization: "org_owner",
        environment: wish.environment as string,
        ...(product !== null && { product }),
        active: true,
        grantedEventTypes: granted.filter((type) => !isCallback(type)),
        grantedCallbackTypes: granted.filter(isCallback),
      },
    });
    const made = await credentials.ensure(id, { actor });
    for (const version of made) await credentials.confirm(version, { actor });
    const findSecret = (kind: string) => made.find((version) => version.kind === kind)?.secret;
    return {
      application_id: id,
      signing_secret: findSecret("signing-secret"),
      verification_token: findSecret("verification-token"),
      encrypt_key: wish.encryption === true ? findSecret("encrypt-key") : null,
    };
  }

  async function save(application: string, wish: Record<string, unknown>) {
    const operationId = (wish.operation_id as string | undefined) ?? randomUUID();
    const present = (await endpoints.find(application))?.revision ?? 0;
    // Who asks again names the revision of the first time.
    const revision = revisions.get(operationId) ?? (wish.revision as number | undefined) ?? present;
    revisions.set(operationId, revision);
    timeouts.set(wish.url as string, applications.get(application)?.timeoutMs ?? deliveryDefaults.timeoutMs);
    const outcome = await refusable("saved", () =>
      endpoints.save({
        application,
        operationId,
        revision,
        actor,
        url: wish.url as string,
        eventTypes: wish.event_types as string[] | undefined,
        callbackTypes: wish.callback_types as string[] | undefined,
        encrypted: applications.get(application)?.encrypted,
        proof: wish.proof as string | undefined,
      }),
    );
    return { ...outcome, ...(await endpointState(application)) };
  }

  async function endpointState(application: string) {
    const found = await endpoints.find(application);
    if (found === undefined) return { endpoint: null };
    const { url, eventTypes, callbackTypes, state, revision } = found;
    return { endpoint: { url, event_types: eventTypes, callback_types: callbackTypes, state, revision } };
  }

  async function rotate(application: string, wanted: string) {
    const controlled = applications.get(application) as Controlled;
    return await new Promise((resolve, reject) => {
      const rotated = credentials.rotate(application, "signing-secret", {
        operationId: randomUUID(),
        actor,
        deliver: ({ secret }) =>
          new Promise<void>((arrived, lost) => {
            controlled.settle = (confirmed) => {
              if (confirmed) arrived();
              else lost(new Error("lost"));
              return rotated;
            };
            const settled =
              wanted === "pending" ? Promise.resolve() : controlled.settle(wanted === "confirmed");
            settled.then(() => resolve({ signing_secret: secret }), reject);
          }),
      });
      rotated.catch(reject);
    });
  }

  async function reportDeliveries(application: string) {
    const { deliveries } = await log.list({ application, after: 0 });
    const records = deliveries.filter(({ kind }) => kind !== "callback");
    return await Promise.all(
      records.map(async ({ id, eventId, eventType, state }) => ({
        delivery_id: id,
        event_id: eventId,
        event_type: eventType,
        state: state === "sending" ? "pending" : state,
        attempts: ((await log.show(id))?.log ?? []).map(({ status, error }) => ({
          status: status ?? null,
          error: error ?? null,
        })),
      })),
    );
  }

  async function callback(application: string, event: JsonObject) {
    try {
      const { result } = await callbacks.invoke({ application, type: String(event.event_type), event });
      const outcomes = { answered: "succeeded", refused: "failed", unsent: "failed", unknown: "unknown" };
      return { outcome: outcomes[result.kind] };
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      return { outcome: "failed", reason: error.message };
    }
  }

  async function test(application: string, type: string) {
    const configurationVersion = (await endpoints.find(application))?.revision ?? 0;
    const outcome = await delivery.tests?.run({ application, actor, type, configurationVersion });
    if (outcome?.kind !== "blocked") return { accepted: true };
    return { accepted: false, reason: outcome.problems.map(({ reason }) => reason).join("; ") };
  }

  async function answer(route: string, id: string, body: Record<string, unknown>): Promise<unknown> {
    switch (route) {
      case "GET clock":
        return { now_ms: clock.now() };
      case "POST clock":
        await drive(delivery, clock, clock.now() + (body.milliseconds as number));
        return { now_ms: clock.now() };
      case "POST applications":
        return await create(body);
      case "PATCH applications/*": {
        const controlled = applications.get(id) as Controlled;
        const { active, granted_types: granted } = body as { active?: boolean; granted_types?: string[] };
        controlled.record = {
          ...controlled.record,
          ...(active !== undefined && { active }),
          ...(granted !== undefined && { grantedEventTypes: granted }),
        };
        return undefined;
      }
      case "POST applications/*/verifications": {
        const tested = await endpoints.test(id, body.url as string);
        if (tested.verified) return { verified: true, proof: tested.proof };
        return { verified: false, reason: tested.reason };
      }
      case "GET applications/*/endpoint":
        return await endpointState(id);
      case "PUT applications/*/endpoint":
        return await save(id, body);
      case "POST applications/*/endpoint/resume":
        await endpoints.resume(id, actor);
        return undefined;
      case "POST applications/*/secret":
        return await rotate(id, body.delivery as string);
      case "PUT applications/*/secret/delivery":
        await applications.get(id)?.settle?.(body.confirmed === true);
        return undefined;
      case "POST applications/*/events": {
        const outcome = await delivery.publish(body.event as JsonObject, { application: id });
        if (outcome.kind === "published") return { accepted: true };
        return { accepted: false, reason: outcome.reason };
      }
      case "POST applications/*/redeliveries":
        return await refusable("accepted", () =>
          delivery.redeliver({
            application: id,
            eventId: body.event_id as string,
            operationId: body.operation_id as string,
            actor,
          }),
        );
      case "POST applications/*/tests":
        return await test(id, body.event_type as string);
      case "POST applications/*/callbacks":
        return await callback(id, body.event as JsonObject);
      case "GET applications/*/deliveries":
        return { deliveries: await reportDeliveries(id) };
      case "GET applications/*/audit": {
        const { entries } = await delivery.audit({ application: id, action: "redelivery" });
        return { entries: entries.map(({ action, details }) => ({ action, event_id: details?.eventId })) };
      }
      default:
        throw new Error(`no ${route}`);
    }
  }

  const control = await startControlServer(async ({ route, id, body, needle }) =>
    route === "GET leaks" ? { found: (await written()).includes(needle) } : await answer(route, id, body),
  );
  return {
    controlUrl: control.controlUrl,
    async close() {
      await control.close();
      await delivery.stop({ deadlineMs: 100 });
      await transport.close();
      await store.close();
    },
  };
}
