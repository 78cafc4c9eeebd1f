import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterThisFile } from "../../../clean-up.js";

const program = fileURLToPath(new URL("receiver.mjs", import.meta.url));

/** The secret of every mortal receiver. */
export const mortalSecret = "0123456789abcdef0123456789abcdef";

interface MortalOptions {
  readonly answerMs?: number;
  /** Starts it again on the same port when it has died. */
  readonly supervised?: boolean;
}

/** Starts an Express app with a weakness, in a process of its own; see `receiver.mjs`. */
export async function startMortal(
  weakness: string,
  { answerMs = 0, supervised = false }: MortalOptions = {},
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  let stopped = false;
  let child: ChildProcess;
  const start = async (port: number): Promise<number> => {
    const env = {
      ...process.env,
      WEAKNESS: weakness,
      WEBHOOK_SECRET: mortalSecret,
      PORT: String(port),
      ANSWER_MS: String(answerMs),
    };
    const started = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
    child = started;
    if (supervised) started.once("exit", () => stopped || void start(opened));
    for await (const line of createInterface({ input: started.stdout })) {
      started.stdout.resume();
      return Number(line.split(" ")[1]);
    }
    throw new Error("the receiver doesn't start");
  };
  const opened = await start(0);
  const stop = async (): Promise<void> => {
    stopped = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  afterThisFile(stop);
  return { url: `http://127.0.0.1:${opened}/hook`, stop };
}
