import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { root } from "../../generator/emit/contract-folder.js";

const run = promisify(execFile);

interface Report {
  readonly faults: readonly string[];
  readonly deliveries: number;
  readonly requests: number;
  readonly outages: number;
  readonly requestedMoreThanOnce: number;
}

/** A short run of `tools/delivery-outages.mjs` on one store; its built processes are killed. */
export function outagesSuite(store: "sqlite" | "postgres", more: readonly string[] = []): void {
  it(`on ${store}, outages of receiver, store and engine lose nothing`, { timeout: 300_000 }, async () => {
    const script = join(root, "tools/delivery-outages.mjs");
    const args = [
      "--store",
      store,
      "--events",
      "120",
      "--rounds",
      "1",
      "--outage-ms",
      "200",
      "--json",
      ...more,
    ];
    const { stdout } = await run(process.execPath, [script, ...args], { cwd: root }).catch(
      (failure) => failure,
    );
    const { reports } = JSON.parse(stdout) as { reports: readonly Report[] };
    const [report] = reports;
    expect(report?.faults, stdout).toEqual([]);
    expect(report).toMatchObject({ deliveries: 120, outages: store === "sqlite" ? 4 : 5 });
    // Otherwise the outages hit nothing.
    expect(report?.requestedMoreThanOnce).toBeGreaterThan(0);
  });
}
