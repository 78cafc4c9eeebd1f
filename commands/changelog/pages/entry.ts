import type { ChangeFinding, VersionStep } from "../../diff/comparison.js";

/** The kinds of changes, in the order of a changelog. */
export const changelogSections = ["added", "changed", "deprecated", "removed", "fixed"] as const;
/** One of `changelogSections`. `fixed`: what is received is described more exactly, and nobody needs to do anything. */
export type ChangelogSection = (typeof changelogSections)[number];

/** A change as users of the contract need to know it. */
export interface ChangelogEntry {
  readonly section: ChangelogSection;
  /** `wire`: running programs notice it. `source`: code that uses the generated SDK notices it when it is compiled. */
  readonly breaks: "wire" | "source";
  /** Whether programs or code written for the old version fail. */
  readonly breaking: boolean;
  /** Whether programs run, but may be surprised; or whether it couldn't be decided. */
  readonly doubtful: boolean;
  /** The schema, as "`Pet`" or "`Pet.owner`", the operation or the event. */
  readonly subject: string;
  /** The part of the subject, such as "query parameter `limit`"; absent if it is the whole. */
  readonly part?: string;
  /** Without a full stop. */
  readonly text: string;
  /** What readers can do: a sentence without a full stop. */
  readonly advice?: string;
  /** What the contract says about it: the start of a new description, or what is new in a changed one. */
  readonly why?: string;
  /** A document that only one version accepts. */
  readonly example?: ChangeFinding["witness"];
  /** Where it is sent, if the subject doesn't say so: operations and events, with their parts. */
  readonly places: readonly string[];
  readonly code: ChangeFinding["code"];
}

/** What has changed for users of the contract. */
export interface Changelog {
  /** The step of the version that the changes need. */
  readonly version: VersionStep;
  /** Breaking ones first, then by section and subject. */
  readonly entries: readonly ChangelogEntry[];
}
