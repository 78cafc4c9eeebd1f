import { OipkitError } from "@oipkit/runtime/errors";

/**
 * `data-unreadable`: the file can't be read, or is too large. `data-syntax`: not YAML. `data-shape`: something is missing, of another type, or
 * unknown. `data-reference`: a name that is defined nowhere. `data-rule`: it contradicts the platform's document or itself.
 */
export type DataErrorCode = "data-unreadable" | "data-syntax" | "data-shape" | "data-reference" | "data-rule";

/** A data file of the sandbox is wrong. The message says where, and what to do. */
export class SandboxDataError extends OipkitError {
  readonly code: DataErrorCode;
  readonly file: string;
  /** From 1; absent if the whole file is meant. */
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(
    code: DataErrorCode,
    message: string,
    {
      file,
      place,
      cause,
    }: {
      readonly file: string;
      readonly place?: { readonly line: number; readonly column: number } | undefined;
      readonly cause?: unknown;
    },
  ) {
    super(`${file}${place ? `:${place.line}:${place.column}` : ""}: ${message}`, { cause });
    this.code = code;
    this.file = file;
    this.line = place?.line;
    this.column = place?.column;
  }
}
