/** The level of a rule. */
export type Level = "must" | "should" | "info";
