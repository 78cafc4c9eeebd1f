import { OipkitError } from "@oipkit/runtime/errors";

/** The command line, or the configuration, can't be understood. */
export class UsageError extends OipkitError {
  readonly code = "usage";
}
