import { OipkitError } from "@oipkit/runtime/errors";

/** The filters leave no case, which is more likely a slip of the pen than a wish. */
export class NoCaseSelected extends OipkitError {
  readonly code = "no-case-selected";

  constructor(readonly filters: readonly string[]) {
    super(`no case is selected by ${filters.join(", ") || "an empty suite"}`);
  }
}

/** A list names cases that the suite doesn't have. */
export class UnknownCase extends OipkitError {
  readonly code = "unknown-case";

  constructor(readonly ids: readonly string[]) {
    super(`the suite has no case ${ids.join(", ")}`);
  }
}

/** The subject gives no answer at all, so nothing can be said about it. */
export class SubjectUnreachable extends OipkitError {
  readonly code = "subject-unreachable";

  constructor(
    readonly url: string,
    options: ErrorOptions,
  ) {
    super(`${url} doesn't answer`, options);
  }
}

/** The probe doesn't answer as its contract says. */
export class ProbeFailed extends OipkitError {
  readonly code = "probe-failed";
}

/** A case asks for something that its suite doesn't hold or that makes no sense. */
export class MalformedCase extends OipkitError {
  readonly code = "malformed-case";
}
