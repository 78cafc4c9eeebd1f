import { OipkitError } from "@oipkit/runtime/errors";

/** What was named can't be read as a version of contracts. The message says what to do. */
export class UnusableInput extends OipkitError {
  readonly code = "input-unusable";
}
