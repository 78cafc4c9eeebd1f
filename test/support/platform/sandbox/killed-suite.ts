import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { type SandboxOptions, startSandbox } from "../../../../platform/sandbox/start-sandbox.js";
import { afterThisTest } from "../../clean-up.js";
import { startReceiver } from "../../delivery/receiver.js";

type Store = Pick<SandboxOptions, "file" | "postgres" | "schema">;

/** Kills a sandbox once it has answered that many commands, and returns what it has answered. */
async function killedAfter(
  answers: number,
  { script, args }: { readonly script: string; readonly args: readonly string[] },
): Promise<readonly string[]> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  let text = "";
  for await (const chunk of child.stdout) {
    text += String(chunk);
    const parts = text.split("\n");
    text = parts.pop() ?? "";
    lines.push(...parts);
    if (lines.length >= answers) child.kill("SIGKILL");
  }
  return lines;
}

/** Tests that a sandbox loses nothing that was answered when it is killed. */
export function killedSuite(store: Store): void {
  it("loses nothing that was answered when it is killed", async () => {
    const answered: { readonly id: string; readonly name: string }[] = [];
    for (const round of [1, 2, 3]) {
      const args = [JSON.stringify(store), String(1000 * round)];
      const lines = await killedAfter(40 * round, { script: "killed-sandbox.mjs", args });
      answered.push(...lines.map((line) => JSON.parse(line)));
      const sandbox = await startSandbox({ ...store, seed: "killed" });
      for (const { id, name } of answered)
        expect(sandbox.world.view.get("organization", id)?.name.en).toBe(name);
      expect(new Set(answered.map(({ id }) => id)).size).toBe(answered.length);
      const timed = sandbox.world.timers().map(({ id }) => id);
      const kept = sandbox.world.view.list("organization").filter(({ name }) => /\d/.test(name.en));
      // A command is there with all that it did, or not at all.
      expect(timed.sort()).toEqual(kept.map(({ id }) => id).sort());
      await sandbox.close();
    }
    expect(answered.length).toBeGreaterThanOrEqual(240);
  });

  it("delivers every event that was answered before it was killed in the middle of its deliveries", async () => {
    const receiver = await startReceiver();
    afterThisTest(() => receiver.close());
    const seen = new Map<string, string>();
    receiver.respond = ({ body }, response) => {
      const { event_id, data } = JSON.parse(body.toString());
      const content = JSON.stringify(data);
      // Delivered twice, an event is the same.
      expect(seen.get(event_id) ?? content).toBe(content);
      seen.set(event_id, content);
      response.writeHead(204).end();
    };
    const place = { ...store, ...(store.file === undefined ? {} : { file: `${store.file}-deliveries` }) };
    const schema = store.schema === undefined ? {} : { schema: `${store.schema}_d` };
    const args = [JSON.stringify({ store: { ...place, ...schema }, url: receiver.url })];
    const answered: { readonly event_id: string }[] = [];
    for (const count of [10, 25, 15]) {
      const lines = await killedAfter(count, { script: "killed-deliveries.mjs", args });
      answered.push(...lines.flatMap((line) => JSON.parse(line)));
    }
    expect(answered.length).toBeGreaterThanOrEqual(50);
    const sandbox = await startSandbox({ ...place, ...schema, seed: "killed-deliveries" });
    afterThisTest(sandbox.close);
    const missing = () => answered.filter(({ event_id }) => !seen.has(event_id)).length;
    await expect.poll(missing, { timeout: 90_000 }).toBe(0);
  });

  it("keeps the clock of an organization that was advanced when it was killed, and all that had become due", async () => {
    const receiver = await startReceiver();
    afterThisTest(() => receiver.close());
    const seen = new Map<string, Set<number>>();
    receiver.respond = ({ body }, response) => {
      const { event_type, resource_id, resource_version } = JSON.parse(body.toString());
      if (String(event_type).startsWith("oem.subscription."))
        seen.set(resource_id, new Set([...(seen.get(resource_id) ?? []), resource_version]));
      response.writeHead(204).end();
    };
    const place = { ...store, ...(store.file === undefined ? {} : { file: `${store.file}-clock` }) };
    const schema = store.schema === undefined ? {} : { schema: `${store.schema}_c` };
    const args = [JSON.stringify({ store: { ...place, ...schema }, url: receiver.url })];
    for (const count of [3, 5]) {
      const lines = await killedAfter(count, { script: "killed-organization-clock.mjs", args });
      const sandbox = await startSandbox({ ...place, ...schema, seed: "killed-organization-clock" });
      const { world, organizationClocks, clock } = sandbox;
      const now = organizationClocks.now("org_acme");
      expect(now).toBeGreaterThanOrEqual(Date.parse(JSON.parse(lines.at(-1) ?? "")));
      expect(world.nextTimerAt("org_acme")).toBeGreaterThan(now);
      expect(clock.now()).toBe(Date.UTC(2026, 0, 5));
      const [other] = world.view.list("subscription", { organization: "org_lotus" });
      expect(other?.updatedAt).toBe(clock.now());
      await sandbox.settle();
      for (const { id, version, updatedAt } of world.view.list("subscription")) {
        expect(updatedAt).toBeLessThanOrEqual(now);
        const received = [...(seen.get(id) ?? [])].sort((a, b) => a - b);
        expect(received).toEqual(Array.from({ length: version }, (_, index) => index + 1));
      }
      await sandbox.close();
    }
  });
}
