import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { openSqliteStore } from "../../../delivery/index.js";
import { step } from "../../support/delivery/endpoints/model.js";
import { play } from "../../support/delivery/endpoints/play.js";

const folder = mkdtempSync(join(tmpdir(), "oipkit-delivery-steps-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("agrees with a simple model whatever is done, and no byte of its files is a secret", async () => {
  const store = await openSqliteStore({ file: join(folder, "delivery.db") });
  await store.migrate();
  const issued: string[] = [];
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30, size: "max" }), async (steps) => {
      runs += 1;
      issued.push(...(await play({ store, application: `app-${runs}` }, steps)));
    }),
    { numRuns: 60 },
  );
  const bytes = (): string =>
    readdirSync(folder)
      .map((file) => readFileSync(join(folder, file)).toString("latin1"))
      .join("\n");
  const during = bytes();
  await store.close();
  const after = bytes();
  expect(after).toContain("receiver.example");
  expect(issued.length).toBeGreaterThan(100);
  expect(issued.filter((secret) => during.includes(secret) || after.includes(secret))).toEqual([]);
}, 60_000);
