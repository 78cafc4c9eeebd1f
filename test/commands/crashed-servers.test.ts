import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../support/cli/run-command.js";
import {
  application,
  environment,
  flags,
  startReceive,
} from "../support/commands/receive/running-receive.js";
import { sendEvent, subscriptionEvent } from "../support/commands/receive/send-event.js";
import { startCommand } from "../support/commands/sandbox/running-command.js";
import {
  type CrashFault,
  type CrashingProgram,
  crashEverywhere,
  crashStep,
  startCrashing,
} from "../support/crash/crash.js";
import { root, temporaryFolder } from "../support/generator/emit/contract-folder.js";

const program = join(root, "dist/cli/index.js");

/** Waits for a line, or for the end; resolves with what the pattern found. */
async function awaitLine({ text, ended }: CrashingProgram, pattern: RegExp): Promise<string | undefined> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  await expect.poll(() => isOver || pattern.test(text()), { timeout: 60_000 }).toBe(true);
  return pattern.exec(text())?.[1];
}

test.each<[CrashFault, number]>([
  ["kill", 70],
  ["ENOSPC", 80],
  ["EROFS", 80],
])(
  "after %s at a write, a sandbox starts again, with an application that can be used",
  async (fault, step) => {
    const args = ["sandbox", "--port", "0", "--store", "sqlite:s.db"];
    const crashes = await crashEverywhere(`sandbox, ${fault}`, crashStep(step), async (at) => {
      const under = await temporaryFolder();
      const crashing = startCrashing([program, ...args], { cwd: under, crash: { fault, at, under } });
      if ((await awaitLine(crashing, /token in (.*)/)) !== undefined) crashing.stop();
      const crashed = await crashing.ended;
      if (!crashed.killed && crashed.exitCode !== 0) expect(crashed.text).toMatch(/ENOSPC|EROFS/);
      const next = startCommand(under, ...args);
      await next.until(/token in/);
      expect(next.err()).toBe("");
      expect(readFileSync(join(under, ".oipkit/sandbox.env"), "utf8")).toMatch(/^CLIENT_SECRET=.+/m);
      expect(await runCommand(under, "sandbox", "status")).toMatchObject({ exitCode: 0, err: "" });
      await next.stop();
      return crashed;
    });
    expect(crashes).toBeGreaterThan(0);
  },
);

test.each<[CrashFault, number]>([
  ["kill", 20],
  ["ENOSPC", 30],
  ["EROFS", 35],
])("after %s at a write, a receiver has what it acknowledged, and takes the rest", async (fault, step) => {
  const binding = ["--organization", application.organization, "--product", application.product];
  const events = [1, 2, 3].map((version) => subscriptionEvent(version));
  const crashes = await crashEverywhere(`receive, ${fault}`, crashStep(step), async (at) => {
    const under = await temporaryFolder();
    const store = `sqlite:${join(under, "r.db")}`;
    const args = [...binding, "--health", "--store", store];
    const stored = async () => {
      if (!existsSync(join(under, "r.db"))) return [];
      const { out } = await runCommand(root, "inbox", "list", "--store", store, "--format", "json");
      const { records } = JSON.parse(out) as { records: { eventId: string }[] };
      return records.map(({ eventId }) => eventId);
    };
    const crashing = startCrashing([program, "receive", ...flags, ...args], {
      cwd: root,
      crash: { fault, at, under },
      env: environment(),
    });
    const url = await awaitLine(crashing, /"listening on (http[^"]*)"/);
    const acknowledged: unknown[] = [];
    if (url !== undefined)
      for (const event of events) {
        const [status] = await sendEvent(url, event).catch(() => [0]);
        if (status === 204) acknowledged.push(event.event_id);
        const health = await fetch(new URL("/healthz/ready", url)).catch(() => undefined);
        if (status === 503 && health !== undefined) expect(health.status).toBe(503);
      }
    crashing.stop();
    const crashed = await crashing.ended;
    if (url === undefined && !crashed.killed) expect(crashed.text).toMatch(/ENOSPC|EROFS/);
    expect(await stored()).toEqual(expect.arrayContaining(acknowledged));
    const next = await startReceive(args);
    for (const event of events) expect(await sendEvent(next.url, event)).toEqual([204, ""]);
    expect(await next.end("SIGTERM")).toEqual([0, null]);
    expect((await stored()).sort()).toEqual(events.map(({ event_id }) => event_id));
    // Writes of its end may fail without a consequence, and its exit code says nothing then.
    return { ...crashed, exitCode: crashed.points < at ? 0 : 1 };
  });
  expect(crashes).toBeGreaterThan(0);
});
