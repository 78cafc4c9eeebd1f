import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { end, findProgram, freePort, type Identity, run, until } from "./program.js";
import type { OwnServer } from "./server.js";

/** A PostgreSQL of the test's own, on a free port, from the installed programs; not started yet. */
export async function ownPostgres(): Promise<OwnServer> {
  const identity = unprivileged();
  const folder = await mkdtemp(join(tmpdir(), "oipkit-postgres-"));
  if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid ?? identity.uid);
  const data = join(folder, "data");
  await run(findProgram("initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "--no-sync"], identity);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = ["listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, "fsync=off"];
  const args = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  let child: ChildProcess | undefined;

  const signal = (name: NodeJS.Signals): void => {
    if (child?.pid === undefined) throw new Error("PostgreSQL doesn't run");
    // First the process that would start others.
    for (const pid of [child.pid, ...childrenOf(child.pid)]) process.kill(pid, name);
  };
  const stop = async (): Promise<void> => {
    if (child !== undefined) await end(child, "SIGINT");
  };
  return {
    url,
    async start() {
      child = spawn(findProgram("postgres"), args, { stdio: "ignore", cwd: "/", ...identity });
      await until(() => answers(url), "PostgreSQL");
    },
    stop,
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether PostgreSQL lets somebody in there. */
export async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): Identity {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The fields behind the name in brackets: state, parent.
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const [, , ppid] = stat.slice(stat.lastIndexOf(")")).split(" ");
      return Number(ppid) === parent ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}
