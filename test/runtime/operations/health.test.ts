import { expect, it } from "vitest";
import { createHealth } from "../../../runtime/operations/health.js";
import { listen } from "../../support/runtime/adapters/running.js";

it("reports the failing check, and the cause only to the `onFailure` hook", async () => {
  const failures: [string, unknown][] = [];
  let broken = true;
  const health = createHealth({
    checks: {
      inbox: async () => {
        if (broken) throw new Error("postgres://user:password@host refuses");
      },
      nonces: async () => {},
    },
    onFailure: (name, cause) => failures.push([name, cause]),
  });
  const port = await listen(health.listener);
  const ask = async (path: string, method = "GET"): Promise<[number, string]> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return [response.status, await response.text()];
  };
  const unavailable = '{"status":"unavailable","checks":{"inbox":"unavailable","nonces":"ok"}}';
  expect(await ask("/healthz")).toEqual([503, unavailable]);
  expect(await ask("/healthz/ready?x")).toEqual([503, unavailable]);
  expect(await ask("/healthz/live")).toEqual([200, '{"status":"ok"}']);
  expect(failures.map(([name, cause]) => [name, (cause as Error).message])).toEqual([
    ["inbox", "postgres://user:password@host refuses"],
    ["inbox", "postgres://user:password@host refuses"],
  ]);
  broken = false;
  expect(await ask("/healthz")).toEqual([200, '{"status":"ok","checks":{"inbox":"ok","nonces":"ok"}}']);
  expect((await ask("/healthz", "HEAD"))[0]).toBe(200);
  expect((await ask("/healthz", "POST"))[0]).toBe(404);
  expect((await ask("/healthz/other"))[0]).toBe(404);
});

it("treats a check that times out or throws synchronously as failed", async () => {
  const health = createHealth({
    checks: {
      silent: () => new Promise(() => {}),
      throwing: () => {
        throw new Error("at once");
      },
    },
    timeoutMs: 1,
  });
  expect(await health.ready()).toEqual({
    status: "unavailable",
    checks: { silent: "unavailable", throwing: "unavailable" },
  });
});

it("runs its checks once for simultaneous requests", async () => {
  let runs = 0;
  const health = createHealth({ checks: { inbox: async () => void runs++ } });
  const reports = await Promise.all([health.ready(), health.ready(), health.ready()]);
  expect(new Set(reports.map(({ status }) => status))).toEqual(new Set(["ok"]));
  expect(runs).toBe(1);
  await health.ready();
  expect(runs).toBe(2);
});
