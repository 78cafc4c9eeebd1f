/** What `oipkit diff` says of a change: the worst of its findings. */
export type Verdict = "breaking" | "risky" | "undecided" | "compatible";

/** Why rules of oasdiff and verdicts of `oipkit diff` differ. */
export interface Reason {
  /** Names of rules, separated by spaces and line breaks. */
  readonly rules: string;
  readonly ours: Verdict;
  /** Whether the finding shows a document that only one version accepts. */
  readonly hasWitness?: true;
  /** One or two short sentences. */
  readonly because: string;
}
