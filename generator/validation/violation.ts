/** One thing that is wrong with a value: what a generated validator says, too (`violation.d.ts`). */
export interface Violation {
  /**
   * Stable: the failed keyword in kebab case (`required`, `type`, `enum`, `format`, `min-length`, …),
   * `unknown-property`, `false-schema`, `rule/<name of the cross-field rule>`, or `too-deep`.
   */
  readonly code: string;
  /** JSON Pointer (RFC 6901) of the value, or of the object that lacks or surplusly has a property. */
  readonly pointer: string;
  /** Where the keyword stands: `<document>#<JSON Pointer>`. */
  readonly schemaPointer: string;
  /** A sentence without a full stop; it never shows the value of a secret. */
  readonly message: string;
  /** The JSON Schema keyword that fails, or `x-rules`. */
  readonly keyword: string;
  /** There where the contract advises (`x-level`, or the `level` of a rule) and nothing that must be is broken. */
  readonly level?: "should" | "info";
  /** The clause that the schema names. */
  readonly clause?: string;
  /** The missing or surplus property. */
  readonly property?: string;
  /** The cross-field rule. */
  readonly rule?: string;
}

/** How much a validator looks for. */
export interface CheckOptions {
  /** Everything that is wrong (at most 1,000 findings), or only the first. Default: true. */
  readonly all?: boolean;
  /** Whether properties that the schema doesn't have are findings, too. Default: false. */
  readonly strict?: boolean;
}
