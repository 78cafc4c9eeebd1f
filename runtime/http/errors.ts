import { OipkitError } from "../errors.js";
import { notAmong } from "../nearest-names.js";
import type { AnyAnswer } from "./operation/operation-answer.js";

/**
 * Base of the errors of one call. Its other fields are `facts`. No message and no printed field
 * holds a header value, a query, a path parameter or a body.
 */
export abstract class CallError<Facts extends object = object> extends OipkitError {
  /** The operation's id. */
  declare readonly operation: string;

  constructor(operation: string, message: string, facts?: Facts & ErrorOptions) {
    super(`${operation}: ${message}`, facts);
    Object.assign(this, facts, { operation });
  }
}

/**
 * No answer, or an incomplete one: name resolution, connection, TLS, reset. The original error isn't
 * kept, since some `fetch` implementations put the request into it.
 */
export class NetworkError extends CallError<{ reason: string | undefined }> {
  readonly code = "network";
  /** The failure's code or name, such as `ECONNREFUSED`; it depends on the platform. */
  declare readonly reason: string | undefined;
}

/** The call took longer than `timeoutMs`, or each of its attempts took longer than `retry.attemptTimeoutMs`. */
export class TimeoutError extends CallError<{ timeoutMs: number }> {
  readonly code = "timeout";
  /** The limit in milliseconds. */
  declare readonly timeoutMs: number;
}

/** The caller aborted the call by its signal; the signal's reason is in `cause`. */
export class AbortedError extends CallError {
  readonly code = "aborted";
}

/** The credentials failed with an error that isn't one of oipkit's; it is in `cause`, unchanged. */
export class TokenError extends CallError {
  readonly code = "token";
}

/** The client's `security` has no value for any alternative of the operation. Nothing was sent. */
export class MissingCredentialsError extends CallError {
  readonly code = "missing-credentials";
}

/** The operation doesn't exist in the client's environment. Nothing was sent. */
export class EnvironmentMismatchError extends CallError {
  readonly code = "environment-mismatch";
}

/** Thrown by `unwrap` for an answer that isn't a documented success. */
export class HttpStatusError<A extends AnyAnswer = AnyAnswer> extends CallError<{ status: A["status"] }> {
  readonly code = "http-status";
  declare readonly status: A["status"];
  // Private, since printing an error prints its fields, and a body may hold secrets.
  readonly #answer: A;

  /** `operation` is `call` if only the answer is known. */
  constructor(answer: A, operation = "call") {
    const { status } = answer;
    super(operation, `status ${status} isn't a documented success`, { status });
    this.#answer = answer;
  }

  get answer(): A {
    return this.#answer;
  }
}

/** An answer with a documented status has an undocumented content type, or none. */
export class ContentTypeError extends CallError<{
  status: number;
  contentType: string;
  expected: readonly string[];
}> {
  readonly code = "content-type";
  declare readonly status: number;
  /** The media type received, without parameters; empty if there was none. */
  declare readonly contentType: string;
  declare readonly expected: readonly string[];
}

/**
 * A body that is declared as JSON but isn't, or that has a number which JavaScript would change. The parser's own error is left out: it
 * quotes the body.
 */
export class MalformedBodyError extends CallError<{ status: number }> {
  readonly code = "malformed-body";
  declare readonly status: number;
}

/** The body of an answer has more bytes than `maxAnswerBytes`, after content decoding. The rest wasn't read. */
export class AnswerTooLargeError extends CallError<{ status: number; maxAnswerBytes: number }> {
  readonly code = "answer-too-large";
  declare readonly status: number;
  /** The limit in bytes. */
  declare readonly maxAnswerBytes: number;
}

/** A request or an answer violates the contract; checked only by a client with `validation`. */
export class ContractViolationError extends CallError<{ direction: "request" | "answer"; part: string }> {
  readonly code = "contract-violation";
  /** If it is the request, it was not sent; if it is the answer, the operation has been executed. */
  declare readonly direction: "request" | "answer";
  /** `body`, the key of the parameter, or the name of the answer's header. */
  declare readonly part: string;
  // Private, since their messages may quote what was sent.
  readonly #violations: readonly Violation[];

  constructor(
    operation: string,
    facts: { direction: "request" | "answer"; part: string },
    violations: readonly Violation[],
  ) {
    const codes = [...new Set(violations.map(({ code }) => code))].join(", ");
    super(operation, `the ${facts.direction}'s \`${facts.part}\` violates the contract: ${codes}`, facts);
    this.#violations = violations;
  }

  get violations(): readonly Violation[] {
    return this.#violations;
  }
}

/** The request can't be written as the contract requires. Nothing was sent. */
export class InvalidRequestError extends CallError<{ field: string }> {
  readonly code = "invalid-request";
  /** The invalid key of the request, or the invalid header. */
  declare readonly field: string;

  constructor(operation: string, field: string, problem: string) {
    super(operation, `\`${field}\` ${problem}`, { field });
  }
}

/** The request, or a redirect, points to an origin other than that of the client's base URL. Nothing was sent there. */
export class ForeignOriginError extends CallError<{ origin: string }> {
  readonly code = "foreign-origin";
  /** The origin that was refused. */
  declare readonly origin: string;

  constructor(operation: string, origin: string) {
    super(operation, `${origin} isn't the origin of the base URL`, { origin });
  }
}

/** A redirect that can't be followed: too many in a row, or hidden by the browser. */
export class RedirectError extends CallError {
  readonly code = "redirect";
}

/** The next page or the list of items isn't where the contract says. */
export class PaginationError extends OipkitError {
  readonly code = "pagination";
}

/** An option of the client or of a call is unknown or has an invalid value. */
export class InvalidOptionError extends OipkitError {
  readonly code = "invalid-option";
  declare readonly option: string;

  constructor(option: string, problem: string, message = `Option \`${option}\` ${problem}`) {
    super(message);
    this.option = option;
  }
}

/** The error for an unknown option; it lists the known ones. */
export function unknownOptionError(option: string, known: readonly string[]): InvalidOptionError {
  return new InvalidOptionError(option, "is unknown", notAmong("option", option, known));
}

/** One error in a value, as generated validators report it. */
export interface Violation {
  readonly code: string;
  /** JSON Pointer of the value. */
  readonly pointer: string;
  readonly message: string;
}
