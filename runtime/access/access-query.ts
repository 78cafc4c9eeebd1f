import { type Access, type AccessDescriptor, type RestrictedAccess, restricted } from "./access.js";
import {
  type AccessQuestion,
  accessFailure,
  readQuestion,
  readSnapshot,
  type SnapshotAnswer,
} from "./access-question.js";

/** Options of one query. */
export interface AskOptions {
  /** Aborts the call; the result is then restricted. */
  readonly signal?: AbortSignal | undefined;
}

/** `Parameter`: the names of the operation's parameters. */
export interface AccessQueryOptions<Parameter extends string = string> {
  readonly descriptor: AccessDescriptor;
  /** Calls the API. Any error it throws means restricted. */
  call(request: Readonly<Record<Parameter, string>>, options: AskOptions): Promise<SnapshotAnswer>;
  /**
   * Called on each restriction, with the error if there was one. Errors of the HTTP client hold no token; errors of your
   * own `fetch` or `authorize` might. Errors thrown here are ignored.
   */
  readonly onRestricted?: ((access: RestrictedAccess, error: unknown) => void) | undefined;
}

/** Queries what a subject may do. */
export interface AccessQuery<Event, Collections> {
  /** Never rejects because of a failed call; throws `UnknownAccessEventError` for an event of another kind. */
  ask(event: Event, options?: AskOptions): Promise<Access<Collections>>;
  /** The same, for a stored question. */
  answer(question: AccessQuestion, options?: AskOptions): Promise<Access<Collections>>;
  /** The question an event raises; `undefined` if the event lacks a part of it. Throws `UnknownAccessEventError`. */
  findQuestion(event: Event): AccessQuestion | undefined;
}

/**
 * Creates a query that fails closed: access is allowed only if the answer is a documented success, says `true`, and is
 * at least as recent as the event; anything else is restricted.
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
      // A failing logger must not change the result.
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
      return told(restricted("call-failed", { failure: accessFailure(error) }), error);
    }
    return told(readSnapshot<Collections>(descriptor, answered, revision));
  };
  return {
    answer,
    findQuestion: (event) => readQuestion(descriptor, event),
    ask: async (event, asking) => {
      const question = readQuestion(descriptor, event);
      if (question === undefined) return told(restricted("event-invalid"));
      return answer(question, asking);
    },
  };
}
