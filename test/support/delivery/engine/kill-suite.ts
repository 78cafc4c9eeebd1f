import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../../../delivery/index.js";
import { makeEvent, type } from "./subject.js";

const script = fileURLToPath(new URL("killed-engine.mjs", import.meta.url));
const rounds = Number(process.env.OIPKIT_KILL_ROUNDS ?? 3);
const perRound = Number(process.env.OIPKIT_KILL_EVENTS ?? 300) / rounds;

/** When each round ends, as parts of what can vary. */
const killPoints = [0.5, 0.1, 0.9, 0.3, 0.7];

/** Where killed engines work. */
export interface KillSubject {
  readonly open: () => Promise<Store>;
  /** The file, or the address with a schema. */
  readonly place: { readonly place: string; readonly schema?: string };
}

/** Kills an engine in the middle of its work, again and again. */
export function killSuite(name: string, { open, place }: KillSubject): void {
  describe(`an engine that is killed, on ${name}`, () => {
    const received = new Map<string, Set<string>>();
    let isDown = false;
    let store: Store;
    const server = createServer((request, response) => {
      if (isDown) return void request.socket.destroy();
      const id = String(request.headers["x-svc-event-id"]);
      const deliveries = received.get(id) ?? new Set();
      received.set(id, deliveries.add(String(request.headers["x-svc-delivery-id"])));
      request.resume().on("end", () => response.writeHead(204).end());
    });
    const children = new Set<ChildProcess>();
    beforeAll(async () => {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      store = await open();
      await store.migrate();
    });
    afterAll(async () => {
      for (const child of children) child.kill("SIGKILL");
      server.closeAllConnections();
      server.close();
      await store.close();
    });

    it("loses nothing, and duplicates have the same ids", { timeout: 600_000 }, async () => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
      const inserted = { callback_types: "[]", encrypted: 0, state: "active", pause_reason: null } as const;
      await store.db
        .insertInto("endpoints")
        .values({
          id: "endpoint-1",
          application: "app-1",
          organization: "org-1",
          url,
          ...inserted,
          event_types: JSON.stringify([type]),
          revision: 1,
          verified_at: 1,
          created_at: 1,
          updated_at: 1,
        })
        .execute();
      const published = new Set<string>();
      const begin = (first: number, count: number): ChildProcess => {
        // Under a name, it goes on at once; without one, it waits for the lease of the killed one.
        const owner = first % (2 * perRound) === 0 ? "engine-1" : undefined;
        const input = { ...place, url, first, count, owner, event: makeEvent("template") };
        const child = spawn(process.execPath, [script, JSON.stringify(input)], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        children.add(child);
        let text = "";
        child.stdout?.on("data", (chunk: Buffer) => {
          text += chunk.toString();
          const lines = text.split("\n");
          text = lines.pop() ?? "";
          for (const line of lines) published.add(line);
        });
        return child;
      };
      for (let round = 0; round < rounds; round++) {
        const before = published.size;
        const child = begin(round * perRound, perRound);
        // Each round ends at another point of its work; in every other one the receiver is down at first.
        isDown = round % 2 === 1;
        const enough = before + perRound * (0.3 + 0.5 * (killPoints[round % killPoints.length] ?? 0));
        await expect.poll(() => published.size, { timeout: 120_000, interval: 5 }).toBeGreaterThan(enough);
        isDown = false;
        const ended = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGKILL");
        await ended;
        children.delete(child);
      }
      begin(0, 0);
      const open = () =>
        store.db.selectFrom("deliveries").select("event_id").where("state", "<>", "delivered").execute();
      // As long as it gets on: how long that takes is up to the machine.
      let left = await open();
      while (left.length > 0) {
        const before = left.length;
        const count = async () => {
          left = await open();
          return left.length;
        };
        await expect.poll(count, { timeout: 20_000, interval: 500 }).toBeLessThan(before);
      }
      expect([...published].filter((id) => !received.has(id))).toEqual([]);
      expect([...received].filter(([, deliveries]) => deliveries.size !== 1)).toEqual([]);
    });
  });
}
