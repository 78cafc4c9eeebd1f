/** A text that occurs exactly once in a file, and its replacement in the mutant. */
export type Edit = readonly [from: string, to: string];

/** The plain Node.js receiver (examples/receivers/node) with one realistic fault. */
export interface Mutant {
  /** Kebab-case, unique. */
  readonly name: string;
  /** The section that the fault violates; a case of this section must fail. */
  readonly clause: string;
  /** The mistake, in one sentence. */
  readonly mistake: string;
  /** The edits, by the file's name without its extension. */
  readonly edits: Readonly<Record<string, readonly Edit[]>>;
  /** Runs with encryption on. Default: off. */
  readonly encrypted?: true;
  /** Globs on case ids, if running all cases would take too long. Default: every hand-written case of the
   * clause except those that send simultaneous requests, whose result may depend on timing. */
  readonly only?: readonly string[];
}
