import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { timeChild } from "../child-process.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const prismFolder = pathOf("node_modules/@stoplight/prism-cli");
/** The command line of the product. */
export const oipkit = pathOf("../../../dist/cli/index.js");
const contract = pathOf("shop.openapi.yaml");

/** The servers that are compared, the floor first. Each takes a port, and a contract if it reads one. */
export const servers = [
  { label: "bare Node.js server", args: (port) => [pathOf("bare-server.mjs"), port] },
  {
    label: "oipkit mock",
    args: (port, document = contract) => [oipkit, "mock", document, "--port", port, "--format", "json"],
  },
  {
    label: "prism mock",
    // `--errors` answers what a request breaks, as oipkit does.
    args: (port, document = contract) => [
      `${prismFolder}/dist/index.js`,
      "mock",
      "--errors",
      "--port",
      port,
      document,
    ],
  },
];

/** Installs what the lock file pins if it is missing; no package's script runs. */
export async function installPeers() {
  if (existsSync(prismFolder)) return;
  const args = ["ci", "--ignore-scripts", "--loglevel=error"];
  await timeChild({ file: process.platform === "win32" ? "npm.cmd" : "npm", args, cwd: here });
}

/** What took part. */
export async function readVersions() {
  const versionOf = async (path) => JSON.parse(await readFile(path, "utf8")).version;
  return [
    `oipkit ${await versionOf(pathOf("../../../package.json"))}`,
    `@stoplight/prism-cli ${await versionOf(`${prismFolder}/package.json`)}`,
    `Node.js ${process.versions.node}`,
  ];
}

/**
 * Starts a server, and waits until it answers a request.
 * @param {(typeof servers)[number]} server
 * @param {{ readonly signal: AbortSignal, readonly document?: string, readonly limitMs?: number }} options
 * @returns {Promise<{ readonly origin: string, readonly readyMs: number, readonly stop: () => Promise<void> }>}
 */
export async function startServer(server, { signal, document, limitMs = 60_000 }) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, server.args(String(port), document), {
    stdio: ["ignore", "ignore", "pipe"],
    signal,
    killSignal: "SIGKILL",
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    errors = (errors + chunk).slice(-2000);
  });
  child.on("error", () => {});
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  for (;;) {
    const answered = await fetch(origin, { signal }).then(
      (answer) => answer.arrayBuffer().then(() => true),
      () => false,
    );
    const readyMs = performance.now() - started;
    if (answered) return { origin, readyMs, stop };
    if (child.exitCode !== null || readyMs > limitMs) {
      await stop();
      throw new Error(`${server.label} doesn't answer\n${errors}`);
    }
    await wait(5);
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
