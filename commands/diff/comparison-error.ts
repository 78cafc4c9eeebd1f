import { OipkitError } from "@oipkit/runtime/errors";

/** What was named can't be compared. */
export class ComparisonError extends OipkitError {
  readonly code = "not-comparable";
}
