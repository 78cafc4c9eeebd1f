// The nodes of a NATS cluster with JetStream, on free ports of 127.0.0.1.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";

/** @param {number} count @param {string} folder */
export async function startNodes(count, folder) {
  const ports = await freePorts(2 * count);
  const clients = ports.slice(0, count);
  const routes = ports.slice(count);
  const children = [];
  const start = (index) => {
    const file = join(folder, `node-${index}.conf`);
    const cluster = `cluster { name: trial, listen: "127.0.0.1:${routes[index]}", routes: [${routes.map((port) => `"nats://127.0.0.1:${port}"`).join(", ")}] }`;
    writeFileSync(
      file,
      `server_name: node-${index}\nlisten: "127.0.0.1:${clients[index]}"\njetstream { store_dir: "${join(folder, `node-${index}`)}" }\n${count > 1 ? cluster : ""}\n`,
    );
    children[index] = spawn("nats-server", ["-c", file], { stdio: "ignore" });
  };
  const kill = async (index) => {
    const child = children[index];
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  for (let index = 0; index < count; index++) start(index);
  const servers = clients.map((port) => `127.0.0.1:${port}`);
  await untilReady(servers);
  return {
    servers,
    start,
    kill,
    /** Processor time of all nodes that run, in seconds. */
    cpu: () => children.reduce((sum, { pid }) => sum + readProcessorTime(pid), 0),
    end: () => Promise.all(children.map((_, index) => kill(index))),
  };
}

/** Seconds that a process has used so far; Linux counts hundredths. */
export function readProcessorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

async function untilReady(servers) {
  const until = performance.now() + 60_000;
  for (;;) {
    try {
      const connection = await connect({ servers });
      const manager = await jetstreamManager(connection);
      await manager.streams.add({ name: "ready", subjects: ["ready"], num_replicas: servers.length });
      await manager.streams.delete("ready");
      return await connection.close();
    } catch (failure) {
      if (performance.now() > until) throw failure;
      await delay(200);
    }
  }
}

async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
