import { OipkitError } from "@oipkit/runtime/errors";

/** A hook threw, took too long, or returned something else than it should. A fault of the hooks, not of the server. */
export class ApiHookFailed extends OipkitError {
  readonly code = "api-hook-failed";

  constructor(hook: string, objection: string, options?: ErrorOptions) {
    super(`the hook ${hook} ${objection}`, options);
  }
}
