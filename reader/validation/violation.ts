import { OipkitError } from "@oipkit/runtime/errors";

/** One violation of a schema, in the same form as from generated validators (`violation.ts`). */
export interface Violation {
  /**
   * Stable: the failed keyword in kebab case (`required`, `type`, `enum`, `format`, `min-length`, …),
   * `unknown-property`, `false-schema`, `rule/<name of the cross-field rule>`, or `too-deep`.
   */
  readonly code: string;
  /** JSON Pointer (RFC 6901) of the value, or of the object with a missing or extra property. */
  readonly pointer: string;
  /** Where the keyword is: `<document>#<JSON Pointer>`. */
  readonly schemaPointer: string;
  /** A sentence without a full stop; it never shows the value of a secret. */
  readonly message: string;
  /** The JSON Schema keyword that fails, or `x-rules`. */
  readonly keyword: string;
  /** Present if the contract only advises this (`x-level`, or the `level` of a rule); absent if a `must` is broken. */
  readonly level?: "should" | "info";
  /** The clause that the schema names. */
  readonly clause?: string;
  /** The missing or extra property. */
  readonly property?: string;
  /** The cross-field rule. */
  readonly rule?: string;
  /** JSON Pointers of the fields that the cross-field rule compares. */
  readonly fields?: readonly string[];
}

/** Options of a validator. */
export interface CheckOptions {
  /** Whether to report all findings (at most 1,000), or only the first. Default: true. */
  readonly all?: boolean;
  /** Whether to report properties that the schema doesn't declare. Default: false. */
  readonly strict?: boolean;
  /** Whether to leave out messages and places in the contract, for callers that only count. Default: false. */
  readonly brief?: boolean;
}

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
