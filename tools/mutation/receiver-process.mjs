// Starts a receiver of examples/receivers, or a mutant of one, in a process of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const application = "app_mine";
const secrets = ["signing-4f1d", "signing-77c0"];
const verificationToken = "verification-9b3a";
const encryptKey = "encryption-e2d5";
const startMs = 20_000;

/**
 * Starts a program with the flags and the environment of a configuration (see `configurations.mjs`). Returns the subject of a
 * conformance run, and `stop`. Rejects if the program doesn't listen within 20 seconds.
 */
export async function startReceiver([program, ...args], { configuration, data, env }) {
  const { environment, encrypted, bound, previousSecret, durable } = configuration;
  const binding = bound ? { organization: "org_mine", product: "product_mine" } : {};
  const flags = {
    port: "0",
    "probe-port": "0",
    application,
    environment,
    ...binding,
    ...(durable && data !== undefined && { data }),
  };
  const child = spawn(
    program,
    [...args, ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])],
    {
      env: {
        ...process.env,
        ...env,
        WEBHOOK_SECRET: secrets[0],
        WEBHOOK_PREVIOUS_SECRET: previousSecret ? secrets[1] : "",
        WEBHOOK_VERIFICATION_TOKEN: verificationToken,
        WEBHOOK_ENCRYPT_KEY: encrypted ? encryptKey : "",
      },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const stopAtExit = () => child.kill("SIGKILL");
  process.once("exit", stopAtExit);
  const stop = async () => {
    process.off("exit", stopAtExit);
    await stopped(child);
  };
  try {
    const { url, probeUrl } = await addresses(child);
    return {
      url: `${url}/hook`,
      probeUrl,
      application: { id: application, environment, ...binding },
      secrets: previousSecret ? secrets : secrets.slice(0, 1),
      verificationToken,
      ...(encrypted && { encryptKey }),
      callbacks: true,
      stop,
    };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/** A mutant may ignore every other signal. */
async function stopped(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

async function addresses(child) {
  const timer = setTimeout(() => child.kill("SIGKILL"), startMs);
  try {
    let probeUrl;
    for await (const line of createInterface({ input: child.stdout })) {
      probeUrl = /^probe on (\S+)$/.exec(line)?.[1] ?? probeUrl;
      const url = /^listening on (\S+)$/.exec(line)?.[1];
      if (url !== undefined) {
        // What follows must be read, or the pipe fills up and the receiver blocks.
        child.stdout.resume();
        return { url, probeUrl };
      }
    }
    throw new Error("the receiver doesn't start");
  } finally {
    clearTimeout(timer);
  }
}
