import { type ChildProcess, spawn } from "node:child_process";
import { createClient } from "redis";
import { end, freePort, installedProgram, until } from "./program.js";
import type { OwnServer } from "./server.js";

/** Creates a separate Redis without persistence for a test, on a free port. It isn't started yet. */
export async function ownRedis(): Promise<OwnServer> {
  const program = installedProgram("redis-server");
  if (program === undefined)
    throw new Error("redis-server isn't installed; run `apt-get install redis-server`");
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}/0`;
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  let child: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    if (child !== undefined) await end(child, "SIGTERM");
  };
  return {
    url,
    async start() {
      child = spawn(program, args, { stdio: "ignore", cwd: "/" });
      await until(() => answers(url), "Redis");
    },
    stop,
    freeze: () => child?.kill("SIGSTOP"),
    thaw: () => child?.kill("SIGCONT"),
    remove: stop,
  };
}

/** Returns true if a Redis answers at this URL. Rejects otherwise. */
export async function answers(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false, connectTimeout: 5000 } });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.ping()) === "PONG";
  } finally {
    client.destroy();
  }
}
