import { OipkitError } from "@oipkit/runtime/errors";

/** What a refusal says besides its status, code and message. */
interface RefusalFacts {
  /** What to do. */
  readonly remedy?: string | undefined;
  readonly clause?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly problems?: readonly { readonly pointer: string; readonly message: string }[] | undefined;
  /** Whether asking again, unchanged, may help. */
  readonly retryable?: boolean | undefined;
  /** Whether the command may have been done. */
  readonly outcomeUnknown?: boolean | undefined;
}

/** A request that isn't done. Nothing of it is secret. */
export class ConsoleRefusal extends OipkitError {
  readonly code: string;
  /** Of the answer. */
  readonly status: number;
  readonly facts: RefusalFacts;

  constructor(
    refused: { readonly status: number; readonly code: string },
    message: string,
    facts: RefusalFacts = {},
  ) {
    super(message);
    this.code = refused.code;
    this.status = refused.status;
    this.facts = facts;
  }

  /** As `contracts/console.openapi.yaml` has it. */
  toAnswer() {
    const { remedy, clause, details, problems, retryable = false, outcomeUnknown = false } = this.facts;
    return {
      code: this.code,
      message: this.message,
      ...(remedy !== undefined && { remedy }),
      ...(clause !== undefined && { clause }),
      ...(details !== undefined && { details: { ...details } }),
      ...(problems !== undefined && { problems: [...problems] }),
      retryable,
      outcome_unknown: outcomeUnknown,
    };
  }
}

/** A person who isn't signed in, or not any more. */
export const signInRequired = (): ConsoleRefusal =>
  new ConsoleRefusal({ status: 401, code: "sign-in-required" }, "You aren't signed in, or not any more.", {
    remedy: "Sign in again. Drafts are kept; nothing is sent again by itself.",
    clause: "§5.6",
  });

/** Something that isn't there for this person. */
export const unknown = (what: string): ConsoleRefusal =>
  new ConsoleRefusal({ status: 404, code: `${what}-unknown` }, `There is no such ${what} for you.`, {
    remedy: "Check the address, and whether you are signed in with the right account.",
  });
