import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ApplicationBinding, Credentials } from "@oipkit/runtime/webhook";

/** `oipkit receive` in a separate process. */
export interface RunningReceive {
  readonly url: string;
  readonly probeUrl: string;
  /** Stops it with SIGTERM, like an operator; resolves with its exit code. */
  readonly stop: () => Promise<number | null>;
}

const oipkit = fileURLToPath(new URL("../cli/index.js", import.meta.url));

/**
 * Starts it on free ports, with its data in an SQLite file, and waits until it listens. Secrets are passed only in the
 * environment.
 */
export async function runReceive(
  application: Required<ApplicationBinding>,
  credentials: Credentials,
  file: string,
): Promise<RunningReceive> {
  const { id, environment, organization = "", product = "" } = application;
  const binding = ["--application", id, "--environment", environment];
  const customer = ["--organization", organization, "--product", product];
  const ports = ["--port", "0", "--probe-port", "0"];
  const [secret = "", previous] = credentials.secrets;
  const child = spawn(
    process.execPath,
    [oipkit, "receive", ...ports, "--store", `sqlite:${file}`, "--log-level", "off", ...binding, ...customer],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: {
        PATH: process.env.PATH,
        WEBHOOK_SECRET: secret,
        WEBHOOK_VERIFICATION_TOKEN: credentials.verificationToken ?? "",
        ...(previous !== undefined && { WEBHOOK_PREVIOUS_SECRET: previous }),
        ...(credentials.encryptKey !== undefined && { WEBHOOK_ENCRYPT_KEY: credentials.encryptKey }),
      },
    },
  );
  const { url, probeUrl } = await addresses(child);
  return {
    url,
    probeUrl,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const [code] = await ended;
      return code as number | null;
    },
  };
}

async function addresses({ stdout }: ChildProcess): Promise<{ url: string; probeUrl: string }> {
  if (stdout === null) throw new Error("`oipkit receive` has no output");
  let probeUrl = "";
  for await (const line of createInterface({ input: stdout })) {
    const [, name, url = ""] = /^(probe|listening) on (\S+)$/.exec(line) ?? [];
    if (name === "probe") probeUrl = url;
    if (name !== "listening") continue;
    // The lines for events aren't needed here.
    stdout.resume();
    return { url, probeUrl };
  }
  throw new Error("`oipkit receive` ended before it listened");
}
