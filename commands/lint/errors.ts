import { OipkitError } from "@oipkit/runtime/errors";

/** A rule threw, or returned something other than findings. */
export class LintRuleError extends OipkitError {
  readonly code = "lint-rule-failed";
  constructor(
    readonly rule: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`rule ${rule}: ${problem}`, options);
  }
}
