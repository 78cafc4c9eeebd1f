// @needs postgres, own-nats

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { root } from "../../support/generator/emit/contract-folder.js";
import { postgresUrl } from "../../support/services/urls.js";

const run = promisify(execFile);

interface Report {
  /** Among them: lost, out of order, more requests than recorded attempts. */
  readonly faults: readonly string[];
  readonly requests: number;
  readonly shards: readonly { readonly delivered: number }[];
}

/** A short run of `tools/delivery-cluster.mjs`; its built processes are killed. */
const trial = async (...more: readonly string[]): Promise<Report> => {
  const script = join(root, "tools/delivery-cluster.mjs");
  const size = ["--events", "200", "--seconds", "4", "--kills", "2", "--endpoints", "8"];
  const args = [script, "--json", "--postgres", postgresUrl, ...size, ...more];
  const { stdout } = await run(process.execPath, args, { cwd: root }).catch((failure) => failure);
  return JSON.parse(stdout) as Report;
};

it("loses nothing and keeps order with two databases, three nodes and four workers, some of which are killed", async () => {
  const report = await trial("--only", "worker,node");
  expect(report.faults, JSON.stringify(report)).toEqual([]);
  expect(report.shards.map(({ delivered }) => delivered)).toEqual([100, 100]);
  expect(report.requests).toBeGreaterThanOrEqual(200);
});
