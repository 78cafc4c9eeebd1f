// @needs own-process
import { expect, it } from "vitest";
import { openSqliteStore } from "../../../delivery/index.js";

it("refuses a parameter that can't be copied to its thread, and goes on", async () => {
  const store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  try {
    const deep = JSON.parse(`${"[".repeat(1e5)}${"]".repeat(1e5)}`) as unknown;
    for (const parameter of [deep, () => {}])
      await expect(store.script([{ sql: "select ?", parameters: [parameter] }])).rejects.toThrow();
    expect(await store.script([{ sql: "select 1 as one", parameters: [] }])).toEqual([[{ one: 1 }]]);
    await store.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  } finally {
    process.off("unhandledRejection", note);
  }
});
