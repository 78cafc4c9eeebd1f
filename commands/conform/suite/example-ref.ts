/** A valid event among the suite's examples. */
export interface ExampleRef {
  readonly subject: string;
  readonly case: string;
}
