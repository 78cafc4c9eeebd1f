import type { Readable, Writable } from "node:stream";
import { masker } from "../../reader/text/mask.js";
import { terminalText } from "../../reader/text/printable.js";
import { credentialVariables, tokenVariable } from "../options/credentials.js";

/** Where questions are asked and answered. */
export interface Prompt {
  readonly input: Readable;
  readonly output: Writable;
}

/** The input and output of a command; tests pass their own. */
export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Findings and results. */
  out(text: string, kind?: TextKind): void;
  /** Progress, summaries and usage errors. */
  err(text: string, kind?: TextKind): void;
  /** A monotonic clock, in milliseconds. */
  now(): number;
  /** Stops a long-running command. */
  readonly signal: AbortSignal;
  /**
   * From now on, SIGINT and SIGTERM abort `signal`, and a second one ends the process. Until then, each ends it at once, even while it
   * computes, so what it writes must be whole at any time. Only for a command that waits and has something to finish, in less than a second.
   */
  takeSignals?(): void;
  /** Standard input; absent if there is none. */
  readonly stdin?: () => AsyncIterable<Uint8Array>;
  /** Whether each stream is a terminal; absent: neither is. */
  readonly isTerminal?: { readonly out: boolean; readonly err: boolean };
  /** Absent unless somebody can answer: standard input and error are terminals. */
  readonly prompt?: Prompt | undefined;
  /** From now on, a credential is masked in all output. */
  hide?(credential: string): void;
  /** Resolves when the reader of `out` has caught up, so that output doesn't accumulate in memory. */
  drained?(): Promise<void>;
  /** Aborted when the reader of `out` has closed it. */
  readonly outClosed?: AbortSignal;
}

/**
 * `text`, the default: what isn't printable becomes an escape. `rendered`: written unchanged, for reports whose format
 * has escaped every text already, and for the cursor movements of a progress line.
 */
type TextKind = "text" | "rendered";

/** 0: fine. 1: findings. 2: couldn't run. */
export type ExitCode = 0 | 1 | 2;

/** A shorter credential would also be masked where it occurs by chance, for example as a property of a report. */
const leastMasked = 8;

/** Environment variables of ours and of database drivers that hold credentials. */
const secretVariables = [
  ...Object.values(credentialVariables),
  tokenVariable,
  "PGPASSWORD",
  ...["OIPKIT_DELIVERY_KEYS", "CLIENT_SECRET"],
];

/**
 * A terminal whose output can't control the terminal or a CI runner, whatever contracts, documents, senders or receivers
 * have put into it, and that never shows a credential of its environment, of an address in its arguments, or one that is hidden (`hide`).
 */
export function safeTerminal(terminal: Terminal, args: readonly string[]): Terminal {
  const secrets = new Set<string>();
  let masked: ((text: string) => string) | undefined;
  const hide = (secret: string): void => {
    if (secret.length < leastMasked || secrets.has(secret)) return;
    secrets.add(secret);
    masked = undefined;
  };
  for (const name of secretVariables) hide(terminal.env[name] ?? "");
  for (const secret of args.flatMap(credentialsIn)) hide(secret);
  const shown = (text: string): string => {
    if (secrets.size === 0) return text;
    masked ??= masker(secrets);
    return masked(text);
  };
  const writing =
    (write: Terminal["out"]): Terminal["out"] =>
    (text, kind = "text") =>
      write(kind === "rendered" ? shown(text) : terminalText(shown(text)), kind);
  return { ...terminal, out: writing(terminal.out), err: writing(terminal.err), hide };
}

/** The password of an address such as that of a store, as it is written and as it is meant. */
function credentialsIn(argument: string): readonly string[] {
  const [, password] = /:\/\/[^/?#@:]*:([^/?#]*)@/.exec(argument) ?? [];
  if (password === undefined) return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
