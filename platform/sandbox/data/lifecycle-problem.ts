import type { DataPath } from "./data-file.js";

/** What is wrong with a lifecycle whose shape is right. */
export interface LifecycleProblem {
  readonly path: DataPath;
  readonly message: string;
}
