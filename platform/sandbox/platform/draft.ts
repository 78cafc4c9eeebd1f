import type { Environment, Time } from "./records/common.js";
import type { Kind, Records } from "./records/records.js";

/** The records as they are now. */
export interface View {
  /** `undefined` if there is no such record. */
  readonly get: <K extends Kind>(kind: K, id: string) => Records[K] | undefined;
  /** All records of a kind whose members equal those of `where`, in the order in which they were first written. */
  readonly list: <K extends Kind>(kind: K, where?: Partial<Records[K]>) => readonly Records[K][];
}

/** Something that happens to a record at a time. */
export interface Timer {
  /** What happens, such as `renewal`; a record has at most one timer of a name. */
  readonly name: string;
  readonly kind: Kind;
  readonly id: string;
  readonly at: Time;
}

/** An event to be delivered to an application, without the transport's token. */
export interface EmittedEvent {
  readonly application: string;
  readonly environment: Environment;
  /** The complete envelope; its `event_id` comes from `newId`. */
  readonly event: Readonly<Record<string, unknown>> & {
    readonly event_id: string;
    readonly event_type: string;
  };
}

/**
 * What a command works on: it sees its own changes, and all of them are written in one transaction with its events and timers, or none. A
 * command is a plain function of a draft and an input; the same draft, time and ids give the same changes.
 */
export interface Draft extends View {
  /** The sandbox's time. */
  readonly now: Time;
  /** A new id that begins with a prefix and an underscore; repeatable for the same seed. */
  readonly newId: (prefix: string) => string;
  /** Adds or replaces a record. */
  readonly put: <K extends Kind>(kind: K, record: Records[K]) => void;
  readonly remove: (kind: Kind, id: string) => void;
  /** Sets a timer, also in place of one with the same name of the same record. */
  readonly schedule: (timer: Timer) => void;
  /** Removes a record's timer, or all of its timers. */
  readonly cancel: (kind: Kind, id: string, name?: string) => void;
  readonly emit: (event: EmittedEvent) => void;
}

/** A command: it changes the draft and returns its answer, or throws a `Refusal`, and then nothing is changed. */
export type PlatformCommand<Input, Answer> = (draft: Draft, input: Input) => Answer;

/** A command that can't be done. Nothing was changed. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  /** Stable, in kebab case. */
  readonly code: string;
  /** `missing`: what it is about doesn't exist; `conflict`: its state doesn't allow this; `invalid`: the input is wrong. */
  readonly kind: "missing" | "conflict" | "invalid";
  /** The clause that it comes from, if the document has one. */
  readonly clause: string | undefined;

  constructor(
    kind: "missing" | "conflict" | "invalid",
    code: string,
    { message, clause }: { readonly message: string; readonly clause?: string },
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.clause = clause;
  }
}
