import type { Inbox } from "../ports/inbox.js";
import type { MaybePromise } from "../ports/maybe-promise.js";
import type { AttemptReport } from "./attempt-report.js";
import type { EventIndex } from "./event-index.js";
import { failureText } from "./failure-text.js";
import type { HandlingOptions } from "./handling-options.js";
import type { DispatchSettings } from "./options.js";

/** What the parts of a dispatcher share. */
export interface Work<Event, Transaction>
  extends Omit<HandlingOptions<Event, Transaction>, "dispatch" | "random"> {
  /** Application ID. */
  readonly application: string;
  readonly inbox: Inbox<Transaction>;
  /** The receiver's credentials, which are removed from stored failures. */
  readonly credentials: () => MaybePromise<readonly string[]>;
  readonly settings: DispatchSettings;
  readonly now: () => number;
  readonly random: () => number;
  readonly declarationOf: EventIndex;
  readonly report: WorkReporter;
  /** Ends running attempts. */
  readonly ending: AbortSignal;
  /** Writes the result of an attempt, with retries if needed. */
  readonly persist: <Result>(write: () => Promise<Result>) => Promise<Result>;
}

/** Reports attempts, and failures outside of them. Never throws. */
export interface WorkReporter {
  readonly attempt: (report: AttemptReport) => void;
  readonly fault: (fault: unknown) => void;
}

/** The stored text of a failure. */
export async function describeFailure(
  { credentials }: Pick<Work<never, never>, "credentials">,
  thrown: unknown,
): Promise<string> {
  let current: readonly string[];
  try {
    current = await credentials();
  } catch {
    return "unknown: the secrets to redact from the message could not be read";
  }
  return failureText(thrown, current);
}
