import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addEvent } from "../support/contracts/add-event.js";
import { repositoryCopy } from "../support/contracts/repository-copy.js";
import { repository } from "../support/package/install.js";
import { run } from "../support/package/run.js";

let copy = "";
beforeAll(async () => {
  copy = await repositoryCopy(repository);
  await addEvent(copy);
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** What knows events: the contract and its ledger, generated code, the sandbox with its Console, the delivery engine. */
const aboutEvents = [
  "test/contracts",
  "test/generated/event-types.test.ts",
  "test/generated/fresh.test.ts",
  "test/platform/sandbox/commerce/path.test.ts",
  "test/platform/sandbox/data",
  "test/platform/sandbox/start-sandbox.test.ts",
  "test/platform/console/flows.test.ts",
  "test/delivery/event-tests",
  "test/commands/conform/derived-cases.test.ts",
];

test("an event is added by the contract, its examples, its clause and its text alone", {
  timeout: 600_000,
}, async () => {
  const generated = await run("npm", ["run", "--silent", "generate"], { cwd: copy });
  expect(generated, generated.stderr).toMatchObject({ code: 0 });
  expect(generated.stdout).toContain("added generated/validators/subscription-frozen.ts");
  for (const file of ["generated/events/types.ts", "platform/sandbox/generated/event-texts/event-texts.ts"])
    expect(await readFile(join(copy, file), "utf8")).toContain("oem.subscription.frozen.v1");
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "source", ...aboutEvents];
  const tested = await run("node", vitest, { cwd: copy, env: { VITEST: "", VITEST_WORKER_ID: "" } });
  expect(tested, tested.stdout.slice(-5_000)).toMatchObject({ code: 0 });
});
