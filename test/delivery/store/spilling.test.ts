// @needs own-process
import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSqliteStore } from "../../../delivery/index.js";
import { makeEvent, subjectOn } from "../../support/delivery/engine/subject.js";

const { TMPDIR } = process.env;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "oipkit-spilling-"));
});
afterEach(async () => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  await rm(folder, { recursive: true, force: true });
});

/** Delivers an event, and returns what the temporary folder had meanwhile. */
async function deliverWith(temporary: string): Promise<readonly string[]> {
  process.env.TMPDIR = temporary;
  const store = await openSqliteStore({ file: ":memory:", spills: true });
  await store.migrate();
  const { engine, endpoint, seen } = subjectOn(store);
  await endpoint();
  await engine.publish(makeEvent("evt-1"), { application: "app-1" });
  await engine.runDue();
  expect(seen.map(({ eventId }) => eventId)).toEqual(["evt-1"]);
  const found = await readdir(folder);
  if (process.platform === "linux") expect(await hasDeletedFile()).toBe(temporary === folder);
  await store.close();
  return found;
}

/** Whether this process has a file of the folder open that isn't there any more. */
async function hasDeletedFile(): Promise<boolean> {
  const open = await readdir("/proc/self/fd");
  const targets = await Promise.all(open.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => "")));
  return targets.some((target) => target.startsWith(folder) && target.endsWith("(deleted)"));
}

it("has no file that another process could find, or that a killed one would leave", async () => {
  expect(await deliverWith(folder)).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

it("works in memory if there is no temporary folder", async () => {
  expect(await deliverWith(join(folder, "missing"))).toEqual([]);
});
