import type { Edit } from "../mutants/mutant.js";

/** The plain Node.js receiver with one careless piece at one place, made mechanically. */
export interface DerivedMutant {
  /** The place and the piece. */
  readonly name: string;
  readonly edits: Readonly<Record<string, readonly Edit[]>>;
  /** Globs on the ids of the cases that are most likely to detect it; the others run only if these don't. */
  readonly near: readonly string[];
  /** Runs with encryption on. Default: off. */
  readonly encrypted?: true;
  /** A case of level info is enough, since the documentation leaves the answer open. */
  readonly open?: true;
}

/** Mutants that behave like the correct receiver, by name or by a glob on names, with the reason. */
export type Equivalents = Readonly<Record<string, string>>;
