import { expect, it } from "vitest";
import { Refusal, type Timer } from "../../../../platform/sandbox/platform/draft.js";
import { createMemoryPlatform } from "../../../../platform/sandbox/platform/memory-platform.js";
import type { Organization } from "../../../../platform/sandbox/platform/records/records.js";

const organization = (id: string, status: Organization["status"] = "active"): Organization => ({
  id,
  name: { en: id, zh: id },
  kind: "enterprise",
  status,
});
const timer = (name: string, at: number): Timer => ({ name, kind: "organization", id: "a", at });

it("lets a command see its own changes, in the order of first writing", () => {
  const platform = createMemoryPlatform({ start: 0 });
  platform.run((draft) => {
    for (const id of ["a", "b", "c"]) draft.put("organization", organization(id));
  }, undefined);
  const seen = platform.run((draft) => {
    draft.put("organization", organization("d"));
    draft.put("organization", organization("b", "revoked"));
    draft.remove("organization", "a");
    return draft.list("organization").map(({ id }) => id);
  }, undefined);
  expect(seen).toEqual(["b", "c", "d"]);
  expect(platform.list("organization", { status: "active" }).map(({ id }) => id)).toEqual(["c", "d"]);
  expect(platform.get("organization", "a")).toBeUndefined();
});

it("changes nothing if a command throws, not even the next id", () => {
  const platform = createMemoryPlatform({ start: 0 });
  const refuse = () =>
    platform.run((draft) => {
      draft.put("organization", organization(draft.newId("org")));
      draft.schedule(timer("renewal", 5));
      throw new Refusal("conflict", "no", { message: "No." });
    }, undefined);
  expect(refuse).toThrow(Refusal);
  expect(platform.list("organization")).toEqual([]);
  expect(platform.timers()).toEqual([]);
  expect(platform.run((draft) => draft.newId("org"), undefined)).toBe("org_000001");
});

it("runs timers at their own time, those of one time in the order in which they were set, and new ones that become due", () => {
  const platform = createMemoryPlatform({ start: 0 });
  platform.run((draft) => {
    for (const [name, at] of [
      ["late", 9],
      ["first", 5],
      ["second", 5],
      ["never", 5],
    ] as const)
      draft.schedule(timer(name, at));
    draft.schedule(timer("late", 7));
    draft.cancel("organization", "a", "never");
  }, undefined);
  const ran: [string, number][] = [];
  const note =
    (next?: Timer) =>
    (draft: { now: number; schedule: (timer: Timer) => void }, { name }: Timer) => {
      ran.push([name, draft.now]);
      if (next) draft.schedule(next);
    };
  platform.advanceTo(8, { first: note(timer("new", 6)), second: note(), new: note(), late: note() });
  expect(ran).toEqual([
    ["first", 5],
    ["second", 5],
    ["new", 6],
    ["late", 7],
  ]);
  expect(platform.now()).toBe(8);
});

it("copies what later changes on one side only", () => {
  const platform = createMemoryPlatform({ start: 0 });
  platform.run((draft) => draft.put("organization", organization("a")), undefined);
  const copy = platform.copy();
  copy.run((draft) => draft.remove("organization", "a"), undefined);
  expect(platform.list("organization")).toHaveLength(1);
  expect(copy.list("organization")).toHaveLength(0);
});
