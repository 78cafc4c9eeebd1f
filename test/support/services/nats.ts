import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { end, freePort, installedProgram, until } from "./program.js";
import type { OwnServer } from "./server.js";

/** Creates a separate node of NATS with JetStream for a test, on a free port. It isn't started yet; what it stores stays until it is removed. */
export async function ownNats(settings = ""): Promise<OwnServer> {
  const program = installedProgram("nats-server");
  if (program === undefined)
    throw new Error("nats-server isn't installed; run `apt-get install nats-server`");
  const folder = mkdtempSync(join(tmpdir(), "oipkit-nats-"));
  const port = await freePort();
  const url = `127.0.0.1:${port}`;
  const file = join(folder, "node.conf");
  writeFileSync(file, `listen: "${url}"\njetstream { store_dir: "${join(folder, "store")}" }\n${settings}\n`);
  let child: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    if (child !== undefined) await end(child, "SIGKILL");
  };
  return {
    url,
    async start() {
      child = spawn(program, ["-c", file], { stdio: "ignore", cwd: "/" });
      await until(() => answers(url), "NATS");
    },
    stop,
    freeze: () => child?.kill("SIGSTOP"),
    thaw: () => child?.kill("SIGCONT"),
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns true if a NATS with JetStream answers. Rejects otherwise. */
async function answers(url: string): Promise<boolean> {
  const connection = await connect({ servers: url, reconnect: false, timeout: 5000 });
  try {
    await (await jetstreamManager(connection)).getAccountInfo();
    return true;
  } finally {
    await connection.close();
  }
}
