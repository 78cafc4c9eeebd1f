import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { postgresPrograms } from "./postgres-files.js";
import { end, freePort, type Identity, run, until } from "./program.js";
import type { OwnServer } from "./server.js";

/** Creates a separate PostgreSQL for a test, on a free port of the loopback interface. It isn't started yet. */
export async function ownPostgres(): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-postgres-"));
  try {
    return await serverIn(folder);
  } catch (failure) {
    await rm(folder, { recursive: true, force: true });
    throw failure;
  }
}

async function serverIn(folder: string): Promise<OwnServer> {
  const { initdb, postgres, libraries } = await postgresPrograms(folder);
  const user = unprivileged();
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid ?? user.uid);
  const identity = { ...user, env: { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) } };
  const data = join(folder, "data");
  await run(initdb, ["-D", data, "-U", "postgres", "-A", "trust", "--no-sync"], identity);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "fsync=off",
    // Test files and the receivers they start run at the same time, each with a pool of up to 20.
    "max_connections=400",
  ];
  const args = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
  let child: ChildProcess | undefined;

  const signal = (name: NodeJS.Signals): void => {
    if (child?.pid === undefined) throw new Error("PostgreSQL doesn't run");
    // The parent first, since it would start new processes.
    for (const pid of [child.pid, ...findChildren(child.pid)]) process.kill(pid, name);
  };
  const stop = async (): Promise<void> => {
    if (child !== undefined) await end(child, "SIGINT");
  };
  return {
    url,
    async start() {
      child = spawn(postgres, args, { stdio: "ignore", cwd: "/", ...identity });
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

/** Returns true if a PostgreSQL accepts connections at this URL. Rejects otherwise. */
export async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}

/** As root, the user `postgres` or `nobody`, since PostgreSQL refuses to run as root. */
function unprivileged(): Identity {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const [, , uid, gid] =
    ["postgres", "nobody"].flatMap((name) => users.filter(([own]) => own === name))[0] ?? [];
  if (uid === undefined) throw new Error("PostgreSQL refuses to run as root, and there is no user nobody");
  return { uid: Number(uid), gid: Number(gid) };
}

function findChildren(parent: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The fields after the name in parentheses: state, parent.
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const [, , ppid] = stat.slice(stat.lastIndexOf(")")).split(" ");
      if (Number(ppid) === parent) return [Number(name)];
      return [];
    } catch {
      return [];
    }
  });
}
