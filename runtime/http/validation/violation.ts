/** One thing that is wrong with a value, as generated validators tell it. */
export interface Violation {
  readonly code: string;
  /** JSON Pointer of the value. */
  readonly pointer: string;
  readonly message: string;
}
