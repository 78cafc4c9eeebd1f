import { OipkitError } from "../errors.js";
import type { AnyAnswer } from "./operation-answer.js";

/**
 * Base of the errors of one call. `operation` is the operation's id. Neither a message nor a printed field
 * of any of them holds a header value, a query, a path parameter or a body.
 */
export abstract class CallError extends OipkitError {
  declare readonly operation: string;

  constructor(operation: string, message: string, options?: ErrorOptions) {
    super(`${operation}: ${message}`, options);
    this.operation = operation;
  }
}

/** No answer, or an answer that broke off: name resolution, connection, TLS, reset. The failure is in `cause`. */
export class NetworkError extends CallError {
  readonly code = "network";
}

/** The call took longer than `timeoutMs`. */
export class TimeoutError extends CallError {
  readonly code = "timeout";
  /** The limit in milliseconds. */
  declare readonly timeoutMs: number;

  constructor(operation: string, timeoutMs: number) {
    super(operation, `no complete answer within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/** The caller's signal ended the call; its reason is in `cause`. */
export class AbortedError extends CallError {
  readonly code = "aborted";
}

/** Thrown by `unwrap` for an answer that isn't a documented success. */
export class HttpStatusError<A extends AnyAnswer = AnyAnswer> extends OipkitError {
  readonly code = "http-status";
  declare readonly status: A["status"];
  // Private, since printing an error prints its fields, and a body may hold what must not be logged.
  readonly #answer: A;

  constructor(answer: A) {
    super(`The answer has status ${answer.status}, which the contract doesn't document as a success`);
    this.status = answer.status;
    this.#answer = answer;
  }

  get answer(): A {
    return this.#answer;
  }
}

/** A documented status came with a content type that the contract doesn't give it, or with none. */
export class ContentTypeError extends CallError {
  readonly code = "content-type";
  declare readonly status: number;
  /** The media type that came, without parameters; empty if there was none. */
  declare readonly contentType: string;
  declare readonly expected: readonly string[];

  constructor(
    operation: string,
    facts: { status: number; contentType: string; expected: readonly string[] },
  ) {
    const came = facts.contentType === "" ? "no content type" : `content type ${facts.contentType}`;
    super(operation, `status ${facts.status} came with ${came}, expected ${facts.expected.join(" or ")}`);
    this.status = facts.status;
    this.contentType = facts.contentType;
    this.expected = facts.expected;
  }
}

/** A body that says it is JSON and isn't. The parser's own error is left out: it quotes the body. */
export class MalformedBodyError extends CallError {
  readonly code = "malformed-body";
  declare readonly status: number;

  constructor(operation: string, status: number) {
    super(operation, `the body of status ${status} isn't JSON, though its content type says so`);
    this.status = status;
  }
}

/** The request can't be written as the contract says. Nothing was sent. */
export class InvalidRequestError extends CallError {
  readonly code = "invalid-request";
  /** The request's key, or the header, that is at fault. */
  declare readonly field: string;

  constructor(operation: string, field: string, problem: string) {
    super(operation, `\`${field}\` ${problem}`);
    this.field = field;
  }
}

/** The request, or a redirect, points to another origin than the client's base URL. Nothing was sent there. */
export class ForeignOriginError extends CallError {
  readonly code = "foreign-origin";
  /** The origin that was refused. */
  declare readonly origin: string;

  constructor(operation: string, origin: string) {
    super(operation, `refused to call ${origin}, which isn't the origin of the client's base URL`);
    this.origin = origin;
  }
}

/** A redirect that can't be followed: no usable address, too many in a row, or hidden by the browser. */
export class RedirectError extends CallError {
  readonly code = "redirect";
}

/** An option of the client or of a call is unknown or has a value that can't be used. */
export class InvalidOptionError extends OipkitError {
  readonly code = "invalid-option";
  declare readonly option: string;

  constructor(option: string, problem: string) {
    super(`Option \`${option}\` ${problem}`);
    this.option = option;
  }
}
