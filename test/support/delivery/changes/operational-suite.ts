import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createVirtualClock,
  type Delivery,
  type DeliveryOptions,
  drive,
  type OperationalChange,
  type Store,
  type TransportResult,
} from "../../../../delivery/index.js";
import { protocol } from "../../../../generated/events/protocol.js";
import { validateEvent } from "../../../../generated/validators/events.js";
import { addEndpoint, deliveryOn } from "../delivery-on.js";
import { answered, makeEvent, start, type } from "../engine/subject.js";

const hour = 3_600_000;
const told = "operations.endpoint.changed.v1";
const operations = "app-operations";

/** What a request of these tests holds. */
interface SeenEvent {
  readonly event_id: string;
  readonly event_type: string;
  readonly data: OperationalChange;
}

/** Operational events, on a store. */
export function operationalSuite(name: string, open: () => Promise<Store>): void {
  describe(`operational events on ${name}`, () => {
    let store: Store;
    let answers: Map<string, TransportResult>;
    let seen: { readonly host: string; readonly event: SeenEvent }[];
    let failures: unknown[];
    let clock: ReturnType<typeof createVirtualClock>;
    beforeEach(async () => {
      store = await open();
      await store.migrate();
      clock = createVirtualClock(start);
      answers = new Map();
      seen = [];
      failures = [];
    });
    afterEach(() => store.close());

    const create = (options: Partial<DeliveryOptions> = {}): Delivery =>
      deliveryOn(store, {
        clock,
        // A contract with one more event.
        validate: (event, about) =>
          about?.eventType === told
            ? { kind: "valid", specified: false, event: event as object }
            : validateEvent(event, about),
        directory: {
          application: (id) => ({
            id,
            organization: "owner",
            environment: "sandbox",
            active: true,
            grantedEventTypes: [type, told],
            grantedCallbackTypes: [],
          }),
        },
        transport: {
          close: async () => {},
          async post({ url, body }) {
            const { host } = new URL(url);
            seen.push({ host, event: JSON.parse(Buffer.from(body).toString()) });
            return answers.get(host) ?? answered(204);
          },
        },
        observer: { onFailure: (failure) => void failures.push(failure) },
        operationalEvents: {
          eventTypes: [told],
          publications: (change) => [
            {
              application: operations,
              event: {
                event_id: change.id,
                event_type: told,
                occurred_at: new Date(change.at).toISOString(),
                data: { ...change },
              },
            },
          ],
        },
        ...options,
      });
    const add = async (delivery: Delivery, application: string, types: readonly string[]): Promise<void> => {
      await addEndpoint(delivery, store, application);
      await store.db
        .updateTable("endpoints")
        .set({ event_types: JSON.stringify(types), url: `https://${application}.example/hook` })
        .where("application", "=", application)
        .execute();
    };
    const publish = (delivery: Delivery, id: string) =>
      delivery.publish(makeEvent(id), { application: "app-1" });
    const toldTo = (application: string) =>
      seen.filter(({ host }) => host === `${application}.example`).map(({ event }) => event.data);
    const kinds = (application = operations) => toldTo(application).map(({ kind }) => kind);

    it("tell that an endpoint fails, once, and that it has recovered", async () => {
      const delivery = create();
      await add(delivery, "app-1", [type]);
      await add(delivery, operations, [told]);
      answers.set("app-1.example", answered(503));
      await publish(delivery, "evt-1");
      await drive(delivery, clock, start + 12 * hour);
      expect(toldTo(operations)).toMatchObject([
        {
          kind: "endpoint-failing",
          endpointId: "endpoint-app-1",
          application: "app-1",
          reason: "http-503",
          failingSince: start,
        },
      ]);
      answers.delete("app-1.example");
      await drive(delivery, clock, start + 24 * hour);
      expect(kinds()).toEqual(["endpoint-failing", "endpoint-recovered"]);
      expect(toldTo(operations)[1]).toMatchObject({ failingSince: start });
      expect(failures).toEqual([]);
    });

    it("tell that a delivery failed for good, also if it fails again after it was delivered again", async () => {
      const delivery = create({ settings: { pauseAfter: 0 } });
      await add(delivery, "app-1", [type]);
      await add(delivery, operations, [told]);
      answers.set("app-1.example", answered(400));
      const published = await publish(delivery, "evt-1");
      await delivery.runDue();
      const deliveryId = published.kind === "published" ? published.deliveryId : "";
      const exhausted = {
        kind: "delivery-exhausted",
        reason: "http-400",
        delivery: { id: deliveryId, eventId: "evt-1", eventType: type, attempts: 1 },
      };
      expect(toldTo(operations)).toMatchObject([exhausted]);
      await delivery.redeliver({
        application: "app-1",
        eventId: "evt-1",
        actor: "test",
        operationId: "op-1",
      });
      await delivery.runDue();
      expect(toldTo(operations)).toMatchObject([exhausted, { delivery: { id: deliveryId, attempts: 2 } }]);
    });

    it("tell of endpoints that the engine or a person pauses, and of their resumption", async () => {
      const delivery = create({ settings: { pauseAfter: 2 } });
      await add(delivery, "app-1", [type]);
      await add(delivery, operations, [told]);
      answers.set("app-1.example", answered(400));
      await publish(delivery, "evt-1");
      await publish(delivery, "evt-2");
      await drive(delivery, clock, start + hour);
      const all = ["delivery-exhausted", "delivery-exhausted", "endpoint-paused"];
      expect(kinds().sort()).toEqual(all);
      await delivery.endpoints.resume("app-1", "test");
      await delivery.runDue();
      await delivery.endpoints.pause("app-1", "maintenance", "test");
      await delivery.runDue();
      expect(kinds().slice(3)).toEqual(["endpoint-resumed", "endpoint-paused"]);
      expect(toldTo(operations).at(-1)).toMatchObject({ reason: "maintenance" });
    });

    it("don't tell of their own failures, even if two subscribers fail for days", async () => {
      const delivery = create({
        operationalEvents: {
          eventTypes: [told],
          publications: (change) =>
            ["app-2", "app-3"].map((application) => ({
              application,
              event: { event_id: change.id, event_type: told, data: { ...change } },
            })),
        },
      });
      await add(delivery, "app-1", [type]);
      await add(delivery, "app-2", [told]);
      await add(delivery, "app-3", [told]);
      for (const host of ["app-1", "app-2", "app-3"]) answers.set(`${host}.example`, answered(400));
      await publish(delivery, "evt-1");
      await drive(delivery, clock, start + 300 * hour);
      expect(new Set(seen.map(({ event }) => event.event_id)).size).toBeLessThan(5);
      expect(seen.map(({ event }) => event.event_type).filter((each) => each === told)).not.toEqual([]);
      expect(toldTo("app-2").filter(({ kind }) => kind === "delivery-exhausted")).toHaveLength(1);
    });

    it("are published once, although the process ended before it could forget the change", async () => {
      const delivery = create();
      await add(delivery, "app-1", [type]);
      await add(delivery, operations, [told]);
      answers.set("app-1.example", answered(400));
      await publish(delivery, "evt-1");
      let failing = true;
      const refusing: Store = {
        ...store,
        db: store.db.withPlugin({
          transformQuery({ node }) {
            if (failing && node.kind === "DeleteQueryNode" && JSON.stringify(node).includes('"changes"'))
              throw new Error("the process ends here");
            return node;
          },
          transformResult: async ({ result }) => result,
        }),
      };
      const ending = create({ store: refusing });
      await expect(ending.runDue()).rejects.toThrow("the process ends here");
      failing = false;
      await delivery.runDue();
      expect(kinds()).toEqual(["delivery-exhausted"]);
    });

    it("that are refused, or that can't be made, are told to the observer with the change", async () => {
      const delivery = create({
        operationalEvents: {
          eventTypes: [told],
          publications(change) {
            if (change.kind === "endpoint-paused") throw new TypeError("no such thing");
            return [{ application: operations, event: { event_id: change.id, event_type: type } }];
          },
        },
      });
      await add(delivery, "app-1", [type]);
      answers.set("app-1.example", answered(400));
      await publish(delivery, "evt-1");
      await delivery.runDue();
      await delivery.endpoints.pause("app-1", "maintenance", "test");
      await delivery.runDue();
      expect(failures).toMatchObject([
        {
          code: "event-invalid",
          message: expect.stringMatching(/of delivery-exhausted \(change_\w+, endpoint-app-1\)/),
        },
        { message: expect.stringMatching(/of endpoint-paused .*: no such thing/) },
      ]);
      expect(await store.db.selectFrom("changes").selectAll().execute()).toEqual([]);
    });

    it("are published by an engine that was started, also of what others noted", async () => {
      const delivery = create();
      await add(delivery, "app-1", [type]);
      await add(delivery, operations, [told]);
      delivery.start();
      const { endpoints } = create({ operationalEvents: undefined });
      await endpoints.pause("app-1", "maintenance", "somebody else");
      await expect
        .poll(() => {
          clock.advanceBy(1000);
          return kinds();
        })
        .toEqual(["endpoint-paused"]);
      await delivery.stop();
    });

    it("cost nothing if nobody is told", async () => {
      const delivery = create({ operationalEvents: undefined });
      await add(delivery, "app-1", [type]);
      answers.set("app-1.example", answered(400));
      await publish(delivery, "evt-1");
      await delivery.runDue();
      expect(await store.db.selectFrom("changes").selectAll().execute()).toEqual([]);
    });

    it("have the signature and the headers of every delivery", async () => {
      const headers: Record<string, string>[] = [];
      const delivery = create({
        transport: {
          close: async () => {},
          async post(request) {
            headers.push({ ...request.headers });
            return answered(400);
          },
        },
      });
      await add(delivery, "app-1", [type]);
      await add(delivery, operations, [told]);
      await publish(delivery, "evt-1");
      await delivery.runDue();
      expect(headers).toHaveLength(2);
      const names = headers.map((each) => Object.keys(each).sort());
      expect(names[1]).toEqual(names[0]);
      expect(Object.keys(headers[1] ?? {})).toContain(protocol.headers.deliveryId);
    });
  });
}
