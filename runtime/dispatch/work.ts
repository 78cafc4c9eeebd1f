import type { ReceiverOptions } from "../webhook/options.js";
import type { Reporter } from "../webhook/report.js";
import type { EventIndex } from "./event-index.js";
import { failureText } from "./failure-text.js";
import type { DispatchSettings } from "./options.js";

/** What the parts of a dispatcher share. */
export interface Work<Event, Transaction>
  extends Pick<
    ReceiverOptions<Event, never, Transaction>,
    | "application"
    | "inbox"
    | "handlers"
    | "fallback"
    | "onTest"
    | "reconcile"
    | "secrets"
    | "verificationToken"
    | "encryptKey"
  > {
  readonly settings: DispatchSettings;
  readonly now: () => number;
  readonly random: () => number;
  readonly declarationOf: EventIndex;
  readonly report: Reporter;
  /** Ends running attempts. */
  readonly ending: AbortSignal;
  /** Writes what became of an attempt, more than once if need be. */
  readonly persist: <Result>(write: () => Promise<Result>) => Promise<Result>;
}

/** What is stored of a failure. */
export async function describeFailure(
  {
    secrets,
    verificationToken,
    encryptKey,
  }: Pick<Work<never, never>, "secrets" | "verificationToken" | "encryptKey">,
  thrown: unknown,
): Promise<string> {
  let current: readonly string[];
  try {
    current = typeof secrets === "function" ? await secrets() : secrets;
  } catch {
    return "unknown: the secrets to strike out of the message could not be read";
  }
  return failureText(thrown, [...current, verificationToken, encryptKey ?? ""]);
}
