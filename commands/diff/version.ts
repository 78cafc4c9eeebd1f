import type { Contracts } from "../../reader/documents/contracts.js";

/** One version of the contracts that are compared. */
export interface Version {
  /** As the user named it, such as `git:main` or `contracts`. */
  readonly label: string;
  readonly contracts: Contracts;
  /** By absolute path, the name of a document within the version, by which it finds its counterpart; of a single file, "". */
  readonly names: ReadonlyMap<string, string>;
}

/** Two versions. */
export interface Versions {
  readonly old: Version;
  readonly new: Version;
}
