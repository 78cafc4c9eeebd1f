import type { Finding } from "../../report/findings/finding.js";
import type { Verdict } from "../verdict.js";

/** The result of checking one document. */
export interface CheckedDocument {
  readonly findings: readonly Finding[];
  /** Findings that were only counted. */
  readonly more?: number;
  /** How many of `more` are warnings. */
  readonly moreWarnings?: number;
  readonly event?: Verdict["event"];
}
