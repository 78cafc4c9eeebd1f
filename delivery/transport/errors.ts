import { OipkitError } from "@oipkit/runtime/errors";

/** A connection would lead to an address that requests may not go to. */
export class AddressRefused extends OipkitError {
  readonly code = "address-refused";

  /** Takes what is wrong with the address, such as `a private address`. */
  constructor(problem: string) {
    super(`the host's name leads to ${problem}`);
  }
}

/** DNS has no address for a name, or didn't say. */
export class NameUnresolved extends OipkitError {
  readonly code = "name-unresolved";

  constructor() {
    super("the host's name has no address");
  }
}

/** Given to a connection that is to be given up. */
export class RequestEnded extends OipkitError {
  readonly code = "request-ended";

  constructor() {
    super("the request has ended");
  }
}
