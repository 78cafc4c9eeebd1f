import { describe, expect, it } from "vitest";
import { afterThisFile, afterThisTest } from "../clean-up.js";
import { checks } from "./checks/all.js";
import { openApi } from "./checks/api.js";
import { sendOddInput } from "./checks/odd-input.js";
import { faults } from "./faults/all.js";
import type { Fault, FaultKind, ServerName } from "./faults/fault.js";
import { keptAside } from "./kept-aside.js";
import { type StartedServer, startServer } from "./start-server.js";

/** Paths of lists, which each server answers with 200. */
const lists = { fastify: "/rooms", express: "/products", python: "/articles" } as const;

/** Kinds that are seen by the last checks, those of input. */
const late: readonly FaultKind[] = ["validation", "robustness", "encoding"];

/** The name of the first check that notices something, or undefined. */
async function firstNotice(fault: Fault, server: StartedServer): Promise<string | undefined> {
  const api = openApi(server);
  afterThisTest(() => api.close());
  const own = checks[fault.server];
  for (const { name, run } of late.includes(fault.kind) ? [...own].reverse() : own) {
    const isNoticed = await run(api).then(
      () => false,
      () => true,
    );
    if (isNoticed) return name;
  }
  return undefined;
}

/** Describes that a server is correct, and that it isn't any more with a fault. */
export function describeServer(name: ServerName): void {
  const all = [...faults, ...keptAside].filter((fault) => fault.server === name);
  /** Starting all of them takes minutes, so only every tenth starts unless `OIPKIT_FAULTS_ALL=1` is set. */
  const started = process.env.OIPKIT_FAULTS_ALL === "1" ? all : all.filter((_, index) => index % 10 === 0);

  describe(`the server in ${name}`, async () => {
    const server = await startServer(name);
    const api = openApi(server);
    afterThisFile(() => api.close());
    afterThisFile(server.close);

    it.each(checks[name])("$name", async ({ run }) => {
      await run(api);
      expect(server.errors()).toBe("");
    });

    it("answers to odd input as its document says", async () => {
      expect(await sendOddInput(api.first, server.document)).toBeGreaterThan(300);
      expect(server.errors()).toBe("");
    });
  });

  describe(`the server in ${name} with a fault`, () => {
    it.each(started)("starts, answers, and is seen to be wrong: $id", async (fault) => {
      const server = await startServer(name, fault);
      afterThisTest(server.close);
      const [first] = server.identities;
      const { status } = await fetch(`${server.url}${lists[name]}`, { headers: first.headers });
      expect(status).toBe(200);
      expect(await firstNotice(fault, server)).toBeDefined();
    });
  });
}
