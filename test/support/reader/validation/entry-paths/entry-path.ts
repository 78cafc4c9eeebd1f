/** A way on which a value meets a schema of a contract. */
export interface EntryPath {
  readonly name: string;
  /** Whether each value is accepted; `undefined` for one that can't be sent on this way, such as an object as a text. */
  verdicts(schema: string, values: readonly unknown[]): Promise<readonly (boolean | undefined)[]>;
}

/** The verdict of two functions that must say the same. */
export function agreed(is: boolean, check: boolean, value: unknown): boolean {
  if (is !== check) throw new Error(`is: ${is}, check: ${check}, of ${JSON.stringify(value)}`);
  return is;
}
