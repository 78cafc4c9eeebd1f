import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { application, credentials } from "./deliveries.mjs";
import { root } from "./paths.mjs";

/**
 * Starts `oipkit receive` with a small heap, as it is started in production.
 * @param {{ readonly store: string, readonly heap: number }} options `heap` in MiB
 * @returns {Promise<{ readonly port: number, readonly healthUrl: string, readonly memory: () => number,
 *   readonly hasEnded: () => boolean, readonly stop: () => Promise<void> }>} `memory` in MiB
 */
export async function startReceiver({ store, heap }) {
  const program = join(root, "dist/cli/index.js");
  const options = {
    port: 0,
    "metrics-port": 0,
    application: application.id,
    environment: application.environment,
    organization: application.organization,
    product: application.product,
    store,
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const env = {
    ...process.env,
    WEBHOOK_SECRET: credentials.secrets[0],
    WEBHOOK_VERIFICATION_TOKEN: credentials.verificationToken,
  };
  const args = [`--max-old-space-size=${heap}`, program, "receive", ...flags];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  let port;
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += chunk;
    port = /^listening on http:\/\/127\.0\.0\.1:(\d+)$/m.exec(text)?.[1];
    if (port !== undefined) break;
  }
  if (port === undefined) throw new Error("`oipkit receive` didn't start");
  const healthUrl = /^metrics on (\S+)\/metrics$/m.exec(text)?.[1] ?? "";
  child.stdout.resume();
  return {
    pid: child.pid,
    port: Number(port),
    healthUrl: `${healthUrl}/healthz`,
    memory: () => residentMemory(child.pid),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** In MiB. */
function residentMemory(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    // Systems other than Linux.
    return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
  }
}
