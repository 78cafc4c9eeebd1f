import { OipkitError } from "@oipkit/runtime/errors";

/** Why a manifest can't be built, verified or compared at all; a fault of the files is a `Finding` instead. */
export type ManifestErrorCode =
  /** No contract describes a manifest, or several do. */
  | "format-missing"
  /** A folder is missing or can't be read. */
  | "folder-unusable"
  /** A folder has more files than an artifact can have. */
  | "folder-too-large"
  /** A file that was named can't be read, or has a syntax error. */
  | "file-unusable"
  /** The manifest can't be written. */
  | "output-unwritable"
  /** An option is missing, or its value is wrong. */
  | "options-conflict"
  /** It was stopped. */
  | "interrupted";

/** A manifest can't be built, verified or compared; `code` says why. */
export class ManifestError extends OipkitError {
  constructor(
    readonly code: ManifestErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
