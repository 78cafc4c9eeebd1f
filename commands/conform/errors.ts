import { OipkitError } from "@oipkit/runtime/errors";

/** The filters select no case, which is probably a mistake. */
export class NoCaseSelected extends OipkitError {
  readonly code = "no-case-selected";

  constructor(readonly filters: readonly string[]) {
    super(`no case is selected by ${filters.join(", ") || "an empty suite"}`);
  }
}

/** A list names cases that aren't in the suite. */
export class UnknownCase extends OipkitError {
  readonly code = "unknown-case";

  constructor(readonly ids: readonly string[]) {
    super(`the suite has no case ${ids.join(", ")}`);
  }
}

/** The subject doesn't answer at all, so nothing can be tested. */
export class SubjectUnreachable extends OipkitError {
  readonly code = "subject-unreachable";

  constructor(
    readonly url: string,
    options: ErrorOptions,
  ) {
    super(`${url} doesn't answer`, options);
  }
}

/** A library can't be started, or doesn't speak the protocol of `docs/reference/conform-library.md`. */
export class LibraryUnusable extends OipkitError {
  readonly code = "library-unusable";

  constructor(
    readonly command: string,
    readonly objection: string,
  ) {
    super(`\`${command}\` isn't a library that can be asked: ${objection}`);
  }
}

/** The subject's answer has more bytes than are read. */
export class AnswerTooLarge extends OipkitError {
  readonly code = "answer-too-large";

  constructor(
    readonly url: string,
    readonly maxAnswerBytes: number,
    options: ErrorOptions,
  ) {
    super(`${url} answers with more than ${maxAnswerBytes} bytes`, options);
  }
}

/** The probe doesn't answer, or its answer doesn't match its contract. */
export class ProbeFailed extends OipkitError {
  readonly code = "probe-failed";
}

/** This machine can't open a connection: it lacks files, ports or memory. Says nothing about the subject. */
export class MachineExhausted extends OipkitError {
  readonly code = "machine-exhausted";

  constructor(options: ErrorOptions) {
    super("this machine can't open any more connections", options);
  }
}

/** A case doesn't fit the subject's configuration: a text without letters has no other case, for instance. */
export class NotApplicable extends OipkitError {
  readonly code = "not-applicable";
}

/** A case refers to something that its suite doesn't have, or that makes no sense. */
export class MalformedCase extends OipkitError {
  readonly code = "malformed-case";
}

/** The control of a sender doesn't answer, or its answer doesn't match its contract. */
export class ControlFailed extends OipkitError {
  readonly code = "control-failed";
}

/** The control of a sender lacks an operation. */
export class ControlLacking extends OipkitError {
  readonly code = "control-lacking";
}

/** The command of `--reset` failed, so the state of the server isn't known. */
export class ResetFailed extends OipkitError {
  readonly code = "reset-failed";

  constructor(
    readonly command: string,
    /** How it ended, such as "exit code 3". */
    readonly how: string,
    /** The end of what it printed. */
    readonly output: string,
  ) {
    super(`--reset: \`${command}\` failed (${how})${output === "" ? "" : `:\n${output}`}`);
  }
}
