import { OipkitError } from "../errors.js";

/** A handler took longer than `dispatch.timeoutMs`. */
export class HandlerTimeout extends OipkitError {
  readonly code = "handler-timeout";

  constructor(timeoutMs: number) {
    super(`the handler took longer than ${timeoutMs} ms`);
  }
}

/** The lease of a claim ended before its handler did: another process may have the event by now. */
export class LeaseLost extends OipkitError {
  readonly code = "lease-lost";

  constructor() {
    super("the lease was lost");
  }
}

/** The receiver closes and doesn't wait any longer. */
export class ReceiverClosing extends OipkitError {
  readonly code = "receiver-closing";

  constructor() {
    super("the receiver closes");
  }
}

/** An event in the inbox has no handler: the contract knew it when it came, and doesn't now. */
export class HandlerMissing extends OipkitError {
  readonly code = "handler-missing";

  constructor(eventType: string) {
    super(`there is no handler for ${eventType}`);
  }
}

/** `reconcile` gave something other than a version. */
export class VersionInvalid extends OipkitError {
  readonly code = "version-invalid";

  constructor() {
    super("`reconcile` has to give a version (a safe integer from 0), or `undefined`");
  }
}
