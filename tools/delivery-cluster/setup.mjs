// Nodes, databases and a receiver of a trial, which end together.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startNodes } from "./nodes.mjs";
import { createProgram } from "./program.mjs";
import { startReceiver } from "./receiver.mjs";
import { openShard } from "./shards.mjs";

/** Calls `work` with everything, and ends it. */
export async function withTrial(options, work) {
  const { workers, relays, databases, endpoints, random, postgres, settings, failingShare = 0 } = options;
  const folder = mkdtempSync(join(tmpdir(), "oipkit-cluster-"));
  const admin = new pg.Pool({ connectionString: postgres, max: 1 });
  const schemas = Array.from({ length: databases }, (_, index) => `oipkit_cluster_${process.pid}_${index}`);
  const ends = [() => rmSync(folder, { recursive: true, force: true }), () => admin.end()];
  try {
    ends.push(async () => {
      for (const schema of schemas) await admin.query(`drop schema if exists ${schema} cascade`);
    });
    const receiver = await startReceiver({ random, failingShare });
    ends.push(receiver.close);
    // Without workers, engines post themselves.
    const nodes = workers > 0 ? await startNodes(3, folder) : undefined;
    if (nodes !== undefined) ends.push(nodes.end);
    const common = {
      servers: nodes?.servers,
      replicas: 3,
      key: randomBytes(32).toString("base64"),
      host: receiver.host,
      settings,
      postgres,
    };
    const shards = [];
    for (const [index, schema] of schemas.entries()) {
      const pathOf = (endpoint) => (endpoint === 0 ? "/hang" : "/ok");
      const shard = await openShard({ ...common, schema, shard: `db${index}` }, { endpoints, pathOf });
      ends.push(() => shard.store.close());
      shards.push(shard);
    }
    const programs = [
      ...shards.flatMap(({ config }) => Array.from({ length: relays }, () => createProgram("relay", config))),
      ...Array.from({ length: workers }, () => createProgram("worker", common)),
    ];
    ends.push(() => Promise.all(programs.map((program) => program.kill())));
    return await work({ receiver, nodes, shards, programs, admin });
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Waits until no delivery is open, at most that many milliseconds. */
export async function untilDelivered(shards, patienceMs) {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const open = await Promise.all(shards.map((shard) => shard.openCount()));
    if (open.every((count) => count === 0)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
