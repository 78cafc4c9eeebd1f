import { OipkitError } from "../errors.js";

/** Request handlers were given invalid options: an unknown handler, a missing one, no `authenticate`. */
export class HandlersMisconfigured extends OipkitError {
  readonly code = "handlers-misconfigured";
}

/** What a handler returned can't be answered; the request is answered with 500. */
export class InvalidResultError extends OipkitError {
  readonly code = "handler-result-invalid";
}
