/** A statement as a database takes it; it returns rows of that type. */
export interface Step<Row = object> {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Never there. */
  readonly row?: Row;
}
