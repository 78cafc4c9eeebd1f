import { OipkitError } from "@oipkit/runtime/errors";

/** What was named can't be read as a version of contracts. The message says what to do. */
export class UnusableInput extends OipkitError {
  readonly code = "input-unusable";
}

/** Limits of what is read from a commit or a packed package. All but `maxFile` are guesses, far above real contracts. */
export const snapshotLimits = {
  /** Files and links in a commit or package. */
  entries: 500_000,
  /** Files that are read. */
  files: 20_000,
  /** Bytes of all files that are read. */
  total: 512 * 1024 * 1024,
  /** Bytes of a packed package. */
  packed: 512 * 1024 * 1024,
  /** Bytes of a package after unpacking, of which little is kept in memory. */
  unpacked: 4 * 1024 * 1024 * 1024,
} as const;

/** The limits; tests lower them. */
export type SnapshotLimits = { readonly [Name in keyof typeof snapshotLimits]: number };
