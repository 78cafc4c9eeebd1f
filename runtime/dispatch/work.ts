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
  /** The receiver's credentials, which are struck out of what is stored of a failure. */
  readonly credentials: () => MaybePromise<readonly string[]>;
  readonly settings: DispatchSettings;
  readonly now: () => number;
  readonly random: () => number;
  readonly declarationOf: EventIndex;
  readonly report: WorkReporter;
  /** Ends running attempts. */
  readonly ending: AbortSignal;
  /** Writes what became of an attempt, more than once if need be. */
  readonly persist: <Result>(write: () => Promise<Result>) => Promise<Result>;
}

/** Told of attempts, and of what fails outside of them. Never throws. */
export interface WorkReporter {
  readonly attempt: (report: AttemptReport) => void;
  readonly fault: (fault: unknown) => void;
}

/** What is stored of a failure. */
export async function describeFailure(
  { credentials }: Pick<Work<never, never>, "credentials">,
  thrown: unknown,
): Promise<string> {
  let current: readonly string[];
  try {
    current = await credentials();
  } catch {
    return "unknown: the secrets to strike out of the message could not be read";
  }
  return failureText(thrown, current);
}
