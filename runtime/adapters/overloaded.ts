import { OipkitError } from "../errors.js";

/** As many requests are being answered as the server allows; the sender retries. */
export class Overloaded extends OipkitError {
  readonly code = "overloaded";

  constructor() {
    super("too many requests are being answered");
  }
}
