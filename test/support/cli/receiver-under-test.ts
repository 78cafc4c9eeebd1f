import { main } from "../../../cli/main.js";
import { protocol, validate } from "../commands/conform/platform.js";
import { type RunningSubject, startReceiver } from "../commands/conform/subject.js";
import type { CommandResult } from "./run-command.js";

/** The environment that the receiver under test and the command line share. */
export const environment = {
  WEBHOOK_SECRET: "signing-secret-of-the-test",
  WEBHOOK_VERIFICATION_TOKEN: "verification-token-of-the-test",
};

export const encryptKey = "encrypt-key-of-the-test";

/** This library's receiver, configured with the application of the examples. */
export function startTestReceiver(options: { readonly encrypted?: boolean } = {}): Promise<RunningSubject> {
  return startReceiver({
    protocol,
    validate,
    application: { id: "app_example", environment: "sandbox" },
    credentials: {
      secrets: [environment.WEBHOOK_SECRET],
      verificationToken: environment.WEBHOOK_VERIFICATION_TOKEN,
      ...(options.encrypted ? { encryptKey } : {}),
    },
  });
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly isTerminal?: { readonly out: boolean; readonly err: boolean };
}

/** Runs a command line with credentials in the environment. */
export async function runWith(options: RunOptions, ...args: readonly string[]): Promise<CommandResult> {
  const written = { out: "", err: "" };
  const exitCode = await main(args, {
    cwd: options.cwd,
    env: options.env ?? environment,
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    now: () => performance.now(),
    signal: options.signal ?? new AbortController().signal,
    ...(options.isTerminal ? { isTerminal: options.isTerminal } : {}),
  });
  return { exitCode, ...written };
}
