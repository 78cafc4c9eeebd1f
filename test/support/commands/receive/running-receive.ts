import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterThisTest } from "../../clean-up.js";
import { root } from "../../generator/emit/contract-folder.js";

/** The configuration of the receivers in these tests. */
export const credentials = {
  secrets: ["signing-5a0c", "signing-91be"],
  verificationToken: "verification-3d7e",
} as const;
export const encryptKey = "encryption-c6f2";
export const application = {
  id: "app_mine",
  organization: "org_mine",
  environment: "sandbox",
  product: "product_mine",
};

export interface RunningReceive {
  readonly url: string;
  readonly probeUrl: string | undefined;
  readonly metricsUrl: string | undefined;
  readonly stdout: () => string;
  /** The parsed lines of the log. */
  readonly log: () => Record<string, unknown>[];
  /** Sends the signal, and returns the exit code and signal of the process. */
  readonly end: (signal: NodeJS.Signals) => Promise<[number | null, NodeJS.Signals | null]>;
}

/** Options that every receiver here has. */
export const flags = [
  "--port",
  "0",
  "--application",
  application.id,
  "--environment",
  application.environment,
];

/** The environment of a receiver. Apart from `PATH`, it inherits nothing from this process. */
export function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    WEBHOOK_SECRET: credentials.secrets[0],
    WEBHOOK_PREVIOUS_SECRET: credentials.secrets[1],
    WEBHOOK_VERIFICATION_TOKEN: credentials.verificationToken,
    ...more,
  };
}

/** Starts the built command, by another program if one is given, and waits until it listens. Rejects if it exits before. */
export async function startReceive(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  by: readonly string[] = [],
): Promise<RunningReceive> {
  const own = [process.execPath, join(root, "dist/cli/index.js"), "receive", ...flags, ...args];
  const [program = "", ...rest] = [...by, ...own];
  const child = spawn(program, rest, {
    cwd: root,
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  afterThisTest(() => child.kill("SIGKILL"));
  const exited = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      err += chunk;
      if (/listening on .*\n/.test(err)) resolve();
    });
    exited.then(() => reject(new Error(`it ended before it listened\n${out}${err}`)));
  });
  const log = () =>
    err
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const listening = log().find(({ msg }) => String(msg).startsWith("listening on ")) ?? {};
  return {
    url: String(listening.msg).replace("listening on ", ""),
    probeUrl: listening.probe as string | undefined,
    metricsUrl: listening.metrics as string | undefined,
    stdout: () => out,
    log,
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}
