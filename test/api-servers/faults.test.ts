import { describe, expect, it } from "vitest";
import { faults } from "../support/api-servers/faults/all.js";
import type { Fault } from "../support/api-servers/faults/fault.js";
import { keptAside } from "../support/api-servers/kept-aside.js";
import { serverNames, sourceFiles, startServer } from "../support/api-servers/start-server.js";

const all = [...faults, ...keptAside];
describe("the faults", () => {
  it("are at least forty of each server, with ids of their own", () => {
    for (const name of serverNames)
      expect(all.filter(({ server }) => server === name).length).toBeGreaterThanOrEqual(40);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { id, server } of all) expect(id.startsWith(`${server}-`)).toBe(true);
  });

  it("are kept aside by thirds, of each server and of each kind", () => {
    const groups = new Map<string, Fault[]>();
    for (const fault of all)
      for (const key of [fault.server, `${fault.server} ${fault.kind}`])
        groups.set(key, [...(groups.get(key) ?? []), fault]);
    const uneven = [...groups].filter(([, group]) => {
      const kept = group.filter((fault) => keptAside.includes(fault)).length;
      return Math.abs(kept - group.length / 3) >= 1;
    });
    expect(uneven.map(([key]) => key)).toEqual([]);
  });

  it("each change their server's source in exactly one place", () => {
    for (const fault of all) {
      const correct = sourceFiles(fault.server);
      const changed = [...sourceFiles(fault.server, fault)].filter(
        ([name, text]) => correct.get(name) !== text,
      );
      expect(`${fault.id} ${changed.length}`).toBe(`${fault.id} 1`);
    }
  });

  it("of another server, or that don't fit the source, are refused", async () => {
    const [fault] = faults;
    if (fault === undefined) throw new Error("there are no faults");
    await expect(startServer("python", fault)).rejects.toThrow(`${fault.id} isn't a fault of python`);
    const lost: Fault = { ...fault, replace: ["nowhere in the source", ""] };
    await expect(startServer(fault.server, lost)).rejects.toThrow("not exactly once in the source");
  });
});
