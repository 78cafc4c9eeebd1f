import { describe, expect, it } from "vitest";
import type { IdentityRow, IdentityRows } from "../../../../../../platform/sandbox/identity/index.js";

let tests = 0;

/** What every implementation of `IdentityRows` does. Each test uses kinds of its own. */
export function rowsSuite(where: string, open: () => IdentityRows): void {
  describe(`identity rows ${where}`, () => {
    const start = () => {
      const kind = `Kind${++tests}`;
      const row = (id: string, more: Partial<IdentityRow> = {}): IdentityRow => ({
        environment: "sandbox",
        kind,
        id,
        body: { text: `"'\u0000😀 ${id}`, list: [1, null, { deep: true }] },
        expiresAt: undefined,
        consumedAt: undefined,
        grant: undefined,
        uid: undefined,
        ...more,
      });
      return { rows: open(), kind, row, of: { environment: "sandbox", kind } as const };
    };

    it("are found as they were written, until they are replaced or removed", async () => {
      const { rows, row } = start();
      const first = row("a", { expiresAt: 4_102_444_800_000, grant: "g", uid: "u" });
      await rows.upsert(first);
      expect(await rows.find(first)).toEqual(first);
      const second = row("a", { body: { other: 1 } });
      await rows.upsert(second);
      expect(await rows.find(first)).toEqual(second);
      await rows.remove(first);
      expect(await rows.find(first)).toBeUndefined();
    });

    it("are never found in another environment or as another kind", async () => {
      const { rows, row, kind } = start();
      await rows.upsert(row("a", { uid: "u" }));
      expect(await rows.find({ environment: "production", kind, id: "a" })).toBeUndefined();
      expect(await rows.find({ environment: "sandbox", kind: `${kind}x`, id: "a" })).toBeUndefined();
      expect(await rows.findByUid({ environment: "production", kind, uid: "u" })).toBeUndefined();
      expect(await rows.findByUid({ environment: "sandbox", kind, uid: "u" })).toEqual(
        row("a", { uid: "u" }),
      );
    });

    it("are consumed once, also if several try", async () => {
      const { rows, row } = start();
      await rows.upsert(row("a"));
      const tries = await Promise.all([1, 2, 3].map((time) => rows.consume(row("a"), time)));
      expect(tries.filter(Boolean)).toHaveLength(1);
      expect(await rows.find(row("a"))).toMatchObject({ consumedAt: expect.any(Number) });
      expect(await rows.consume(row("missing"), 1)).toBe(false);
    });

    it("end with their grant", async () => {
      const { rows, row, kind } = start();
      const grant = `grant of ${kind}`;
      await rows.upsert(row("a", { grant }));
      await rows.upsert(row("b", { grant: "another" }));
      await rows.upsert(row("a", { grant, environment: "production" }));
      await rows.removeByGrant({ environment: "sandbox", grant });
      expect(await rows.find(row("a"))).toBeUndefined();
      expect(await rows.find(row("b"))).toBeDefined();
      expect(await rows.find(row("a", { environment: "production" }))).toBeDefined();
    });

    it("are trimmed: expired ones, and then those that expire first; what doesn't expire stays", async () => {
      const { rows, row, of } = start();
      await rows.upsert(row("kept"));
      for (const at of [5, 10, 20, 30, 40]) await rows.upsert(row(`at ${at}`, { expiresAt: at }));
      const left = async () => {
        const all = ["kept", ...[5, 10, 20, 30, 40].map((at) => `at ${at}`)];
        const found = await Promise.all(all.map((id) => rows.find(row(id))));
        return found.flatMap((each) => (each === undefined ? [] : [each.id]));
      };
      await rows.trim(of, { now: 10, most: 100 });
      expect(await left()).toEqual(["kept", "at 20", "at 30", "at 40"]);
      await rows.trim(of, { now: 10, most: 2 });
      expect(await left()).toEqual(["kept", "at 30", "at 40"]);
    });
  });
}
