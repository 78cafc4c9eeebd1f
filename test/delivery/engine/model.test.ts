import fc from "fast-check";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../../delivery/index.js";
import { command } from "../../support/delivery/engine/model-commands.js";
import { runCommands } from "../../support/delivery/engine/model-run.js";

it("keeps its promises whatever fails", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40 }), async (commands) => {
      const store = await openSqliteStore({ file: ":memory:" });
      await store.migrate();
      try {
        const { broken, unsettled } = await runCommands(store, commands);
        expect(broken).toEqual([]);
        expect(unsettled).toEqual([]);
      } finally {
        await store.close();
      }
    }),
    { numRuns: Number(process.env.OIPKIT_MODEL_RUNS ?? 40) },
  );
});
