import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { drive, type Store } from "../../../../delivery/index.js";
import { answered, attemptsIn, makeEvent, start, subjectOn } from "./subject.js";

const applications = ["app-1", "app-2", "app-3"];
const published = 24;

/** What an engine that makes attempts one by one does on every store. */
export function orderedSuite(name: string, open: () => Promise<Store>): void {
  describe(`one attempt after the other on ${name}`, () => {
    /** Publishes, also while attempts are under way, to receivers that take random time. */
    const run = async () => {
      const store = await open();
      await store.migrate();
      const subject = subjectOn(store, { seed: "same" });
      for (const application of applications) await subject.endpoint(application);
      let number = 0;
      const publish = async (): Promise<void> => {
        const application = applications[number % applications.length] ?? "";
        number += 1;
        await subject.engine.publish(makeEvent(`evt-${number}`, application), { application });
      };
      let underWay = 0;
      let most = 0;
      subject.receiver.answer = async ({ eventId }) => {
        underWay += 1;
        most = Math.max(most, underWay);
        const turns = Math.floor(Math.random() * 20);
        for (let turn = 0; turn < turns; turn += 1) await nextTurn();
        if (number < published) await publish();
        underWay -= 1;
        const tries = subject.seen.filter((each) => each.eventId === eventId).length;
        return answered(eventId === "evt-2" && tries < 3 ? 503 : 204);
      };
      for (let count = 0; count < published / 2; count += 1) await publish();
      await drive(subject.engine, subject.clock, start + 3_600_000 * 24);
      const recorded = await attemptsIn(store);
      await store.close();
      return { seen: subject.seen, most, recorded };
    };

    it("begins them in the order of publication, and never two at once", async () => {
      const { seen, most } = await run();
      expect(most).toBe(1);
      const first = [...new Set(seen.map(({ eventId }) => eventId))];
      expect(first).toEqual(Array.from({ length: published }, (_, index) => `evt-${index + 1}`));
      expect(seen).toHaveLength(published + 2);
    });

    it("makes the same requests and records again, with the same seed", async () => {
      const first = await run();
      expect(await run()).toEqual(first);
    });
  });
}
