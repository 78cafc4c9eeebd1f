import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type CallerTransaction,
  createOperator,
  type Store,
  systemClock,
} from "../../../../delivery/index.js";
import {
  answered,
  deliveriesIn,
  makeEvent,
  type Subject,
  start,
  subjectOn,
  type,
} from "../engine/subject.js";

/** A store, and a way to write in a transaction of one's own beside it. */
export interface PublishSubject {
  readonly open: () => Promise<Store>;
  readonly inTransaction: (
    end: "commit" | "rollback",
    work: (transaction: CallerTransaction) => Promise<void>,
  ) => Promise<void>;
}

/** What publishing does on every store. */
export function publishSuite(name: string, { open, inTransaction }: PublishSubject): void {
  describe(`publishing on ${name}`, () => {
    let store: Store;
    let subject: Subject;
    beforeEach(async () => {
      store = await open();
      await store.migrate();
      subject = subjectOn(store);
      await subject.endpoint();
    });
    afterEach(() => store.close());

    const publish = (event: Record<string, unknown>, application = "app-1") =>
      subject.engine.publish(event, { application });
    const countRows = async (table: "events" | "deliveries") =>
      (await store.db.selectFrom(table).selectAll().execute()).length;

    it("has the first outcome for the same event, whatever the order of its keys", async () => {
      const first = await publish(makeEvent("evt-1"));
      const reordered = Object.fromEntries(Object.entries(makeEvent("evt-1")).reverse());
      const again = await publish(reordered);
      expect(again).toEqual({ ...first, isRepeated: true });
      expect(await countRows("deliveries")).toBe(1);
    });

    it("has the first outcome even if the endpoint has unsubscribed since", async () => {
      const first = await publish(makeEvent("evt-1"));
      await store.db.updateTable("endpoints").set({ event_types: "[]" }).execute();
      expect(await publish(makeEvent("evt-1"))).toEqual({ ...first, isRepeated: true });
      expect(await publish(makeEvent("evt-2"))).toMatchObject({ reason: "not-subscribed" });
    });

    it("has the first outcome after the event was removed, until its identifier is", async () => {
      const first = await publish(makeEvent("evt-1"));
      const at = { created_at: start, settled_at: start };
      await store.db
        .updateTable("deliveries")
        .set({ state: "delivered", ...at })
        .execute();
      const operator = createOperator({ store, clock: systemClock });
      const before = start + 1;
      expect(await operator.prune({ before })).toMatchObject({ deliveries: 1, events: 1 });
      expect(await publish(makeEvent("evt-1"))).toEqual({ ...first, isRepeated: true });
      await expect(publish(makeEvent("evt-1", "app-1", 2))).rejects.toMatchObject({ code: "event-conflict" });
      expect([await countRows("events"), await countRows("deliveries")]).toEqual([0, 0]);
      await operator.prune({ before, identifiersBefore: before });
      expect(await publish(makeEvent("evt-1"))).toMatchObject({ kind: "published", isRepeated: false });
      expect([await countRows("events"), await countRows("deliveries")]).toEqual([1, 1]);
    });

    it("refuses other content under the same id, also in one batch", async () => {
      await publish(makeEvent("evt-1"));
      await expect(publish(makeEvent("evt-1", "app-1", 2))).rejects.toMatchObject({ code: "event-conflict" });
      const outcomes = await subject.engine.publishAll(
        [makeEvent("evt-2"), makeEvent("evt-2", "app-1", 2), makeEvent("evt-2"), makeEvent("evt-3")].map(
          (event) => ({
            event,
            application: "app-1",
          }),
        ),
      );
      expect(outcomes.map((each) => ("isRepeated" in each ? each.isRepeated : each.kind))).toEqual([
        false,
        "refused",
        true,
        false,
      ]);
      expect(await countRows("deliveries")).toBe(3);
    });

    it("publishes simultaneous publications of one event once", async () => {
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => publish(makeEvent("evt-1"))));
      expect(new Set(outcomes.map((each) => "deliveryId" in each && each.deliveryId)).size).toBe(1);
      expect(outcomes.filter((each) => "isRepeated" in each && !each.isRepeated)).toHaveLength(1);
      expect(await countRows("events")).toBe(1);
    });

    it.each(["commit", "rollback"] as const)("publishes in the caller's transaction: %s", async (end) => {
      await inTransaction(end, async (transaction) => {
        await subject.engine.publish(makeEvent("evt-1"), { application: "app-1", transaction });
      });
      await subject.engine.runDue();
      expect(subject.seen.map(({ eventId }) => eventId)).toEqual(end === "commit" ? ["evt-1"] : []);
      expect(await countRows("events")).toBe(end === "commit" ? 1 : 0);
    });

    it("says why an event goes nowhere, and writes nothing", async () => {
      const record = { organization: "o", environment: "sandbox", grantedCallbackTypes: [] };
      subject.applications.set("no-endpoint", {
        ...record,
        id: "no-endpoint",
        active: true,
        grantedEventTypes: [type],
      });
      subject.applications.set("ended", { ...record, id: "ended", active: false, grantedEventTypes: [type] });
      subject.applications.set("barred", { ...record, id: "barred", active: true, grantedEventTypes: [] });
      const reasonFor = async (application: string) => {
        const outcome = await publish(makeEvent(`evt-${application}`, application), application);
        if (outcome.kind === "not-delivered") return outcome.reason;
        return outcome.kind;
      };
      expect(await reasonFor("no-endpoint")).toBe("endpoint-missing");
      expect(await reasonFor("ended")).toBe("application-inactive");
      expect(await reasonFor("barred")).toBe("type-not-granted");
      expect(await countRows("events")).toBe(0);
    });

    it.each([
      ["event-invalid", { resource_version: "one" }, "app-1"],
      ["event-unknown", { event_type: "oem.made.up.v1" }, "app-1"],
      ["event-invalid", { event_id: "evt_webhook_test_1" }, "app-1"],
      ["event-invalid", { event_id: "evt \n1" }, "app-1"],
      ["event-misbound", {}, "app-2"],
      ["application-unknown", {}, "nobody"],
    ])("refuses with %s: %o for %s", async (code, change, application) => {
      await subject.endpoint("app-2");
      await expect(publish({ ...makeEvent("evt-1"), ...change }, application)).rejects.toMatchObject({
        code,
      });
      expect(await countRows("events")).toBe(0);
    });

    it("refuses an event whose body may get too large, and publishes the others", async () => {
      const limit = 2000;
      const { engine } = subjectOn(store, { with: subject, settings: { maxBodyBytes: limit } });
      const large = { ...makeEvent("evt-1"), correlation_id: "c".repeat(limit) };
      const refused = { code: "event-too-large", details: { limit, bytes: expect.any(Number) } };
      await expect(engine.publish(large, { application: "app-1" })).rejects.toMatchObject(refused);
      expect(await countRows("events")).toBe(0);
      const outcomes = await engine.publishAll(
        [large, makeEvent("evt-2")].map((event) => ({ event, application: "app-1" })),
      );
      expect(outcomes).toMatchObject([
        { kind: "refused", error: refused },
        { kind: "published", eventId: "evt-2" },
      ]);
      expect(await countRows("events")).toBe(1);
    });

    it("redelivers a failed delivery: same record, fresh attempts, once per operation", async () => {
      const { engine, clock, receiver } = subject;
      receiver.answer = () => ({
        kind: "answered",
        status: 422,
        headers: {},
        body: new Uint8Array(),
        truncated: false,
        durationMs: 1,
      });
      const published = await publish(makeEvent("evt-1"));
      await engine.runDue();
      const ask = (operationId: string, eventId = "evt-1") =>
        engine.redeliver({ application: "app-1", eventId, operationId, actor: "ada" });
      const deliveryId = "deliveryId" in published ? published.deliveryId : "";
      clock.advanceBy(1000);
      expect(await ask("op-1")).toEqual({ kind: "pending", deliveryId });
      expect(await ask("op-2")).toEqual({ kind: "already-pending", deliveryId });
      await engine.runDue();
      expect(await ask("op-1")).toEqual({ kind: "repeated", deliveryId });
      expect(await ask("op-2")).toEqual({ kind: "repeated", deliveryId });
      expect(subject.seen.map((each) => each.deliveryId)).toEqual([deliveryId, deliveryId]);
      const numbers = await store.db.selectFrom("attempts").select("number").orderBy("number").execute();
      expect(numbers).toEqual([{ number: 1 }, { number: 2 }]);
      expect(await deliveriesIn(store)).toMatchObject([
        { attempts: 1, earlier_attempts: 1, redeliveries: 1, state: "failed", settled_at: start + 1000 },
      ]);
      await publish(makeEvent("evt-2"));
      await expect(ask("op-1", "evt-2")).rejects.toMatchObject({ code: "operation-conflict" });
      await expect(ask("op-3", "evt-3")).rejects.toMatchObject({ code: "delivery-unknown" });
      expect(await store.db.selectFrom("audit").select(["action", "actor"]).execute()).toEqual([
        { action: "redelivery", actor: "ada" },
        { action: "redelivery", actor: "ada" },
      ]);
    });

    it("redelivers one event only if two are asked for at once under one operation", async () => {
      const { engine, receiver } = subject;
      receiver.answer = () => answered(422);
      const ids = Array.from({ length: 8 }, (_, index) => `evt-${index}`);
      for (const id of ids) await publish(makeEvent(id));
      await engine.runDue();
      const asked = await Promise.allSettled(
        ids.map((eventId) =>
          engine.redeliver({ application: "app-1", eventId, operationId: "op-1", actor: "ada" }),
        ),
      );
      expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const codes = asked.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
      expect(new Set(codes)).toEqual(new Set(["operation-conflict"]));
    });

    it.each(["", "x".repeat(201), "a\0b"])(
      "redelivers nothing under the operation id %j",
      async (operationId) => {
        await publish(makeEvent("evt-1"));
        await expect(
          subject.engine.redeliver({ application: "app-1", eventId: "evt-1", operationId, actor: "ada" }),
        ).rejects.toMatchObject({ code: "configuration-invalid" });
      },
    );

    it("says that a redelivery is unknown whose event id no store can hold", async () => {
      await expect(
        subject.engine.redeliver({ application: "app-1", eventId: "a\0b", operationId: "op", actor: "a\0b" }),
      ).rejects.toMatchObject({ code: "delivery-unknown" });
    });

    it.each(["a\0b", "a\ud800b", "\udc00"])("refuses the correlation id %j, and nothing else", async (id) => {
      const [bad, good] = await Promise.allSettled([
        publish({ ...makeEvent("evt-1"), correlation_id: id }),
        publish(makeEvent("evt-2")),
      ]);
      expect(bad).toMatchObject({ status: "rejected", reason: { code: "event-invalid" } });
      expect(good).toMatchObject({ status: "fulfilled", value: { kind: "published" } });
      expect(await countRows("events")).toBe(1);
    });

    it("sends at once what is published after the clock was set back by an hour", async () => {
      let now = start + 3_600_000;
      const late = subjectOn(store, { with: { ...subject, clock: { ...subject.clock, now: () => now } } });
      await late.engine.publish(makeEvent("evt-1"), { application: "app-1" });
      now = start;
      await late.engine.publish(makeEvent("evt-2"), { application: "app-1" });
      expect((await deliveriesIn(store)).map(({ due_at }) => due_at)).toEqual([start + 3_600_000, start]);
      await subject.engine.runDue();
      expect(subject.seen.map(({ eventId }) => eventId)).toEqual(["evt-2"]);
    });
  });
}
