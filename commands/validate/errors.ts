import { OipkitError } from "@oipkit/runtime/errors";

/** Why documents can't be validated at all; a fault inside a document is a `Finding` instead. */
export type DocumentsErrorCode =
  /** An input is missing, matches nothing, or is empty. */
  | "input-missing"
  /** The generated validators are missing or can't be loaded. */
  | "validators-missing"
  /** `as` names neither an event nor a schema. */
  | "subject-unknown"
  /** The JSON Schema can't be read. */
  | "schema-unreadable"
  /** The baseline can't be read, or isn't one. */
  | "baseline-unusable"
  /** A file can't be written. */
  | "output-unwritable"
  /** The options contradict each other. */
  | "options-conflict";

/** Documents can't be validated; `code` says why. */
export class DocumentsError extends OipkitError {
  constructor(
    readonly code: DocumentsErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
