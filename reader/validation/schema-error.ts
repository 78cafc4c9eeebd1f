import { OipkitError } from "@oipkit/runtime/errors";

/** A document isn't a valid JSON Schema, or can't be compiled. */
export class SchemaError extends OipkitError {
  readonly code = "schema-invalid";
  /** The URI by which the document was given; empty for the schema itself. */
  readonly document: string;
  /** JSON Pointer (RFC 6901) of the place in the document. */
  readonly pointer: string;

  constructor(
    /** What is wrong there. */
    readonly reason: string,
    {
      document,
      pointer,
      cause,
    }: { readonly document: string; readonly pointer: string; readonly cause?: unknown },
  ) {
    super(`${document}#${pointer}: ${reason}`, cause === undefined ? undefined : { cause });
    this.document = document;
    this.pointer = pointer;
  }
}
