/** What many results together suggest. */
export interface Pattern {
  /** A sentence. */
  readonly seen: string;
  /** The probable cause: one or two sentences. */
  readonly probably: string;
  /** Ids of the failed cases that it explains, in the suite's order; reports list them only here. */
  readonly cases: readonly string[];
}
