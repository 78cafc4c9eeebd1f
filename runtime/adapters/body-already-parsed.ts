import { OipkitError } from "../errors.js";

/**
 * Something read the request's body before the receiver saw it. The signature covers the raw bytes, which
 * a parsed body doesn't give back, so nothing can be verified. Answered as unavailable, which the sender retries:
 * once the order of the handlers is mended, nothing is lost.
 */
export class BodyAlreadyParsed extends OipkitError {
  readonly code = "body-already-parsed";
  /** What the developer has to change. */
  readonly remedy: string;

  constructor(remedy: string) {
    super(
      `the request's body was read before the receiver got it, so its signature can't be checked: ${remedy}`,
    );
    this.remedy = remedy;
  }
}
