import { type Access, type RestrictedAccess, restricted } from "./access.js";
import type { AccessDescriptor } from "./access-descriptor.js";
import { type AccessQuestion, questionOf } from "./access-question.js";
import { failureOf, readSnapshot, type SnapshotAnswer } from "./read-snapshot.js";

/** Options of one question. */
export interface AskOptions {
  /** Ends the call; the result is restricted then. */
  readonly signal?: AbortSignal | undefined;
}

/** `Parameter`: the names of the operation's parameters. */
export interface AccessQueryOptions<Parameter extends string = string> {
  readonly descriptor: AccessDescriptor;
  /** Asks the API. Whatever it throws means restricted. */
  call(request: Readonly<Record<Parameter, string>>, options: AskOptions): Promise<SnapshotAnswer>;
  /**
   * Told of each restriction, with the error where there was one. An error of the HTTP client holds no token; one of
   * a `fetch` or `authorize` of your own may. What it throws is ignored.
   */
  readonly onRestricted?: ((access: RestrictedAccess, error: unknown) => void) | undefined;
}

/** Asks what a subject may do. */
export interface AccessQuery<Event, Collections> {
  /** Never rejects for a call that fails; throws `UnknownAccessEventError` for an event of another kind. */
  ask(event: Event, options?: AskOptions): Promise<Access<Collections>>;
  /** The same, for a question that was kept. */
  answer(question: AccessQuestion, options?: AskOptions): Promise<Access<Collections>>;
  /** What an event asks; nothing where it lacks a part of it. Throws `UnknownAccessEventError`. */
  questionOf(event: Event): AccessQuestion | undefined;
}

/**
 * Makes a query that fails closed: access is allowed only where the answer is a documented success, says `true`, and is
 * no older than the event; everything else is restricted.
 */
export function createAccessQuery<Event, Collections, Parameter extends string = string>(
  options: AccessQueryOptions<Parameter>,
): AccessQuery<Event, Collections> {
  const { descriptor, call, onRestricted } = options;
  const told = (access: Access<Collections>, error?: unknown): Access<Collections> => {
    if (access.kind === "allowed") return access;
    try {
      onRestricted?.(access, error);
    } catch {
      // A broken log must not change what is answered.
    }
    return access;
  };
  const answer = async (
    { request, revision }: AccessQuestion,
    asking: AskOptions = {},
  ): Promise<Access<Collections>> => {
    let answered: SnapshotAnswer;
    try {
      answered = await call(request as Readonly<Record<Parameter, string>>, asking);
    } catch (error) {
      return told(restricted("call-failed", { failure: failureOf(error) }), error);
    }
    return told(readSnapshot<Collections>(descriptor, answered, revision));
  };
  return {
    answer,
    questionOf: (event) => questionOf(descriptor, event),
    ask: async (event, asking) => {
      const question = questionOf(descriptor, event);
      return question === undefined ? told(restricted("event-invalid")) : answer(question, asking);
    },
  };
}
