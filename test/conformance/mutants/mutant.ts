/** A text that occurs exactly once in a file, and its replacement in the mutant. */
export type Edit = readonly [from: string, to: string];

/** The plain Node.js receiver (examples/receivers/node) with one realistic fault. */
export interface Mutant {
  /** Kebab-case, unique. */
  readonly name: string;
  /** Section that the fault breaks; a case of this section must fail. */
  readonly clause: string;
  /** One sentence: how people come to make this mistake. */
  readonly mistake: string;
  /** What is changed, by the file's name without its extension. */
  readonly edits: Readonly<Record<string, readonly Edit[]>>;
  /** Runs with encryption on. Default: off. */
  readonly encrypted?: true;
  /** Globs on case ids, if running all cases would take too long. Default: every hand-written case of the
   * clause but those that send requests at once, whose outcome is often a matter of luck. */
  readonly only?: readonly string[];
}
