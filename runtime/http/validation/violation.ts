/** One error in a value, as generated validators report it. */
export interface Violation {
  readonly code: string;
  /** JSON Pointer of the value. */
  readonly pointer: string;
  readonly message: string;
}
