import { OipkitError } from "../errors.js";

/**
 * The request's body was read before it reached the receiver. The signature covers the raw bytes, which can't be
 * recovered from a parsed body, so nothing can be verified. The answer is "unavailable", so the sender retries:
 * nothing is lost once the order of the handlers is fixed.
 */
export class BodyAlreadyParsed extends OipkitError {
  readonly code = "body-already-parsed";
  /** What the developer has to change. */
  readonly remedy: string;

  constructor(remedy: string) {
    super(
      `the request body was read before it reached the receiver, so its signature can't be verified: ${remedy}`,
    );
    this.remedy = remedy;
  }
}
