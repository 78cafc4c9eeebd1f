import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DeliveryError, type Store } from "../../../../../delivery/index.js";
import { type PlatformCommand, Refusal } from "../../../../../platform/sandbox/platform/draft.js";
import { emit, found, remove, rename, schedule, start, worldOn } from "./subject.js";

/** What a world does on every store. `open` opens the same place again, `fresh` an empty one. */
export function worldSuite(
  name: string,
  { fresh, open }: { readonly fresh: () => Promise<Store>; readonly open?: () => Promise<Store> },
): void {
  describe(`the world on ${name}`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await fresh();
    });
    afterEach(() => store.close());
    const names = (world: {
      view: { list: (kind: "organization") => readonly { name: { en: string } }[] };
    }) => world.view.list("organization").map((each) => each.name.en);

    it("has what commands wrote, and so has a world that is read from the same tables", async () => {
      const { world } = await worldOn(store);
      const [a, b] = [await world.run(found, "a"), await world.run(found, "b")];
      await world.run(found, "c");
      await world.run(rename, { id: a.id, name: "A" });
      await world.run(remove, b.id);
      await world.run(schedule, { id: a.id, name: "note", at: start + 5 });
      expect(names(world)).toEqual(["A", "c"]);
      const { world: again } = await worldOn(store, { owner: "second" });
      expect(again.view.list("organization")).toEqual(world.view.list("organization"));
      expect(again.timers()).toEqual(world.timers());
      const third = await worldOn(store, { owner: "third" });
      // Ids go on where they were.
      const ids = third.world.view.list("organization").map(({ id }) => id);
      expect([a.id, b.id, ...ids]).not.toContain((await third.world.run(found, "d")).id);
    });

    it("changes nothing if a command throws, also in a group", async () => {
      const { world, published } = await worldOn(store);
      const failing: PlatformCommand<void, void> = (draft) => {
        found(draft, "never");
        emit(draft, "never");
        throw new Refusal("conflict", "not-now", { message: "not now" });
      };
      const outcomes = await Promise.allSettled([
        world.run(found, "a"),
        world.run(failing, undefined),
        world.run(found, "b"),
        world.run(emit, "evt"),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual([
        "fulfilled",
        "rejected",
        "fulfilled",
        "fulfilled",
      ]);
      expect(names(world)).toEqual(["a", "b"]);
      expect(published.flat().map(({ event }) => event.event_id)).toEqual(["evt"]);
    });

    it("commits many commands together, each of which sees those before it", async () => {
      const { world, published } = await worldOn(store);
      const commits: number[] = [];
      world.onCommit(({ events }) => void commits.push(events.length));
      const count: PlatformCommand<void, number> = (draft) => {
        found(draft, "one");
        emit(draft, draft.newId("evt"));
        return draft.list("organization", { status: "active" }).length;
      };
      const counts = await Promise.all(Array.from({ length: 90 }, () => world.run(count, undefined)));
      expect(counts).toEqual(Array.from({ length: 90 }, (_, index) => index + 1));
      expect(commits).toEqual([90]);
      expect(published[0]).toHaveLength(90);
    });

    it("publishes by the records as they were when an event was emitted", async () => {
      const seen: string[] = [];
      const { world } = await worldOn(store, {
        publish: async (events, { view }) => {
          for (const { event } of events)
            seen.push(`${event.event_id}: ${view.get("application", "app")?.status ?? "none"}`);
        },
      });
      const register: PlatformCommand<"active" | "revoked", void> = (draft, status) =>
        draft.put("application", {
          id: "app",
          name: "App",
          slug: "app",
          environment: "sandbox",
          owner: "p",
          organization: "o",
          status,
          revision: 1,
        });
      await Promise.all([
        world.run(emit, "1"),
        world.run(register, "active"),
        world.run(emit, "2"),
        world.run(emit, "3"),
        world.run(register, "revoked"),
        world.run(emit, "4"),
      ]);
      expect(seen).toEqual(["1: none", "2: active", "3: active", "4: revoked"]);
    });

    it("rejects only the command whose event is refused", async () => {
      const { world } = await worldOn(store, {
        publish: async (events) => {
          if (events.some(({ event }) => event.event_id === "bad"))
            throw new DeliveryError("event-invalid", "bad");
        },
      });
      const both: PlatformCommand<string, void> = (draft, id) => {
        found(draft, id);
        emit(draft, id);
      };
      const ids = ["1", "2", "bad", "3"];
      const outcomes = await Promise.allSettled(ids.map((id) => world.run(both, id)));
      expect(outcomes.map(({ status }) => status)).toEqual([
        "fulfilled",
        "fulfilled",
        "rejected",
        "fulfilled",
      ]);
      expect(names(world)).toEqual(["1", "2", "3"]);
      const { world: again } = await worldOn(store, { owner: "second" });
      expect(names(again)).toEqual(["1", "2", "3"]);
    });

    it("finds records by members, in the order in which they were first written", async () => {
      const { world } = await worldOn(store);
      const join: PlatformCommand<readonly [string, string], void> = (draft, [id, organization]) =>
        draft.put("membership", { id, organization, person: "p", status: "active" });
      for (const each of [
        ["1", "a"],
        ["2", "b"],
        ["3", "a"],
        ["2", "a"],
        ["1", "b"],
        ["1", "a"],
      ] as const)
        await world.run(join, each);
      const ids = (where: object) => world.view.list("membership", where).map(({ id }) => id);
      expect(ids({ organization: "a" })).toEqual(["1", "2", "3"]);
      expect(ids({ organization: "a", status: "revoked" })).toEqual([]);
      expect(ids({ organization: "b" })).toEqual([]);
      expect(ids({ person: "p", status: "active" })).toEqual(["1", "2", "3"]);
    });

    it("runs timers in order, each at its own time, also those that timers set", async () => {
      const { world, fired } = await worldOn(store, {});
      for (const [id, at] of [
        ["c", 30],
        ["a", 10],
        ["b", 10],
        ["d", 2000],
        ["e", 9000],
      ] as const)
        await world.run(schedule, { id, name: "note", at: start + at });
      expect(await world.runTimers(start + 9)).toBe(0);
      expect(await world.runTimers(start + 5000)).toBe(2);
      expect(await world.runTimers(start + 5000, { withinMs: 5000 })).toBe(2);
      expect(await world.runTimer(start + 9000)).toBe(true);
      expect(await world.runTimer(start + 9000)).toBe(false);
      expect(fired).toEqual(["a 10", "b 10", "c 30", "d 2000", "e 9000"]);
    });

    it("lets a timer be set again, moved and cancelled", async () => {
      const { world, fired } = await worldOn(store);
      for (const at of [10, 20]) await world.run(schedule, { id: "a", name: "note", at: start + at });
      await world.run(schedule, { id: "b", name: "note", at: start + 15 });
      await world.run((draft) => draft.cancel("organization", "b"), undefined);
      expect(world.timers().map(({ id, at }) => `${id} ${at - start}`)).toEqual(["a 20"]);
      expect(await world.runTimers(start + 100)).toBe(1);
      expect(fired).toEqual(["a 20"]);
      expect(world.timers()).toEqual([]);
    });

    it("reads records again in their order, however many there are", async () => {
      const { world } = await worldOn(store);
      const name = (number: number): string => `organization ${number}`;
      await world.run((draft) => {
        for (let number = 0; number < 11_000; number += 1) found(draft, name(number));
      }, undefined);
      const { world: second } = await worldOn(store, { owner: "second" });
      expect(names(second)).toEqual(Array.from({ length: 11_000 }, (_, number) => name(number)));
    });

    it("is written by one process alone: the one that opened it last", async () => {
      const { world } = await worldOn(store);
      await world.run(found, "a");
      const { world: second } = await worldOn(store, { owner: "second" });
      await expect(world.run(found, "b")).rejects.toMatchObject({ code: "sandbox-elsewhere" });
      await second.run(found, "c");
      expect(names(second)).toEqual(["a", "c"]);
      expect(names(world)).toEqual(["a"]);
    });

    it("refuses another seed, and what comes after it is closed", async () => {
      const { world } = await worldOn(store);
      await expect(worldOn(store, { seed: "other" })).rejects.toMatchObject({ code: "sandbox-seed" });
      const last = world.run(found, "a");
      await world.close();
      await last;
      await expect(world.run(found, "b")).rejects.toMatchObject({ code: "sandbox-closed" });
    });

    if (open !== undefined)
      it("has everything again after the store was closed and opened", async () => {
        const { world, clock } = await worldOn(store);
        clock.moveTo(start + 45 * 86_400_000);
        const made = await world.run(found, "a");
        await world.close();
        await store.close();
        store = await open();
        const again = await worldOn(store, { owner: "again" });
        expect(again.world.view.get("organization", made.id)).toEqual(made);
        expect(again.clock.now()).toBe(start + 45 * 86_400_000);
        expect(again.clock.mode()).toBe("frozen");
      });
  });
}
