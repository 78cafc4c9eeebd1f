/** How much a rule weighs. */
export type Level = "must" | "should" | "info";
