import type { Step } from "../step.js";

/** What the thread is asked: to run statements as they are, to run them in a transaction, or to close the file and end. */
export type Request =
  | { readonly kind: "run" | "transact"; readonly id: number; readonly steps: readonly Step[] }
  | { readonly kind: "close" };

/** What a statement returned: the names of its columns, and a list of values for each row. */
export interface Result {
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** What it answers, in the order of the requests; first, with the id 0, whether the file is open. */
export type Answer =
  | { readonly id: number; readonly results: readonly Result[] }
  | {
      readonly id: number;
      readonly failure: { readonly message: string; readonly code?: string | undefined };
    };
