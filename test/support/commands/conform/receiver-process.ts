import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Subject } from "../../../../commands/conform/index.js";

/** The application and credentials of every started receiver. */
export const configured = {
  application: {
    id: "app_mine",
    environment: "sandbox",
    organization: "org_mine",
    product: "product_mine",
  },
  secrets: ["signing-4f1d", "signing-77c0"],
  verificationToken: "verification-9b3a",
} as const;

export const encryptKey = "encryption-e2d5";

export interface ProcessOptions {
  /** The program and its first arguments. */
  readonly command: readonly [string, ...string[]];
  readonly encrypted?: boolean | undefined;
  /** Whether it opens a probe. Default: yes. */
  readonly probe?: boolean | undefined;
  /** A file for its data, if it can keep any. Default: it has only its memory. */
  readonly data?: string | undefined;
}

/** A receiver in its own process, on free ports of localhost. */
export interface ReceiverProcess extends Subject {
  readonly stop: () => Promise<void>;
}

/** Starts a receiver as a user would, by its flags and environment. Rejects with its stderr if it doesn't start. */
export async function startReceiverProcess(options: ProcessOptions): Promise<ReceiverProcess> {
  const { command, encrypted = false, probe = true, data } = options;
  const [program, ...first] = command;
  const { application } = configured;
  const flags = { port: "0", ...(probe ? { "probe-port": "0" } : {}), application: application.id };
  const bound = { environment: "sandbox", organization: "org_mine", product: "product_mine" };
  const all = { ...flags, ...bound, ...(data === undefined ? {} : { data }) };
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(program, [...first, ...args], {
    env: { ...process.env, ...environment(encrypted) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  try {
    const { url, probeUrl } = await addresses(child);
    const subject = { ...configured, url: `${url}/hook`, probeUrl, callbacks: true, stop };
    if (encrypted) return { ...subject, encryptKey };
    return subject;
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

function environment(encrypted: boolean): Record<string, string> {
  const [secret, previous] = configured.secrets;
  return {
    WEBHOOK_SECRET: secret,
    WEBHOOK_PREVIOUS_SECRET: previous,
    WEBHOOK_VERIFICATION_TOKEN: configured.verificationToken,
    WEBHOOK_ENCRYPT_KEY: encrypted ? encryptKey : "",
  };
}

async function addresses(
  child: ChildProcess & { readonly stdout: NodeJS.ReadableStream; readonly stderr: NodeJS.ReadableStream },
): Promise<{ readonly url: string; readonly probeUrl: string | undefined }> {
  let errorOutput = "";
  child.stderr.on("data", (chunk: Buffer) => {
    if (errorOutput.length < 4000) errorOutput += chunk;
  });
  let probeUrl: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    probeUrl = /^probe on (\S+)$/.exec(line)?.[1] ?? probeUrl;
    const url = /^listening on (\S+)$/.exec(line)?.[1];
    if (url !== undefined) {
      child.stdout.resume();
      return { url, probeUrl };
    }
  }
  throw new Error(`the receiver doesn't start: ${errorOutput}`);
}
