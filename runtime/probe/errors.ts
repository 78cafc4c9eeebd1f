import { OipkitError } from "../errors.js";

/** A probe was given an unknown option or an invalid value. */
export class ProbeMisconfigured extends OipkitError {
  readonly code = "probe-misconfigured";
}

/** The error of a store that the probe has set to fail. */
export class StoreMadeToFail extends OipkitError {
  readonly code = "store-made-to-fail";

  constructor() {
    super("the probe makes this store fail");
  }
}
