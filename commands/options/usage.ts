import { OipkitError } from "@oipkit/runtime/errors";

/** The command line or the configuration is invalid. */
export class UsageError extends OipkitError {
  readonly code = "usage";
}
