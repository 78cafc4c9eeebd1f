import type { MaybePromise } from "../ports/answer.js";
import type { ResourceId } from "../ports/inbox-entry.js";
import type { Inbox } from "../ports/stores.js";
import { unprintable } from "../unprintable.js";
import type { EventIndex } from "./handler.js";
import type { DispatchSettings, EventHandlingOptions } from "./options.js";

/** What the parts of a dispatcher share. */
export interface Work<Event, Transaction>
  extends Omit<EventHandlingOptions<Event, Transaction>, "dispatch" | "random"> {
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

/** The result of one attempt to handle an event or to reconcile a resource, or an event that has to wait; for logs and metrics. */
export type AttemptReport =
  | {
      /**
       * `handled`: done. `failed`: will be retried. `dead`: not retried automatically. `lost`: the lease ended before
       * the handler did, so another process has the event.
       */
      readonly kind: "handled" | "failed" | "dead" | "lost";
      readonly eventId: string;
      readonly eventType: string;
      readonly test: boolean;
      readonly attempt: number;
      readonly durationMs: number;
      /** Time since the event happened, by its sender's and the receiver's clock; absent if its sender doesn't say when. */
      readonly ageMs?: number;
      /** What the handler threw. */
      readonly error?: unknown;
    }
  | {
      /** Set aside: it is handled after the first and the last version in `waitsFor`, and those between them. */
      readonly kind: "waiting";
      readonly eventId: string;
      readonly eventType: string;
      readonly resource: ResourceId;
      readonly version: number;
      readonly waitsFor: readonly [number, number];
      readonly error?: undefined;
    }
  | {
      /** `reconciled`: the resource is at `version`. `unreconciled`: will be reconciled again. */
      readonly kind: "reconciled" | "unreconciled";
      readonly resource: ResourceId;
      readonly version: number | undefined;
      readonly attempt: number;
      readonly durationMs: number;
      readonly error?: unknown;
    };

const maxLength = 500;

/** Name and message of a handler's error, on one line, with each of the credentials removed. */
function failureText(thrown: unknown, credentials: readonly string[]): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  const clean = credentials
    .filter((credential) => credential !== "")
    .sort((a, b) => b.length - a.length)
    .reduce((rest, credential) => rest.replaceAll(credential, "[redacted]"), text)
    .replaceAll(unprintable, " ")
    .replaceAll(/ {2,}/g, " ");
  if (clean.length > maxLength) return `${Array.from(clean).slice(0, maxLength).join("")}…`;
  return clean;
}
