import type { Finding, Problem } from "../../report/findings/finding.js";
import type { CheckedDocument } from "./checked-document.js";
import { type DocumentOrigin, placeProblems } from "./place-problems.js";
import { secretFinder } from "./secrets.js";

/** What is known about a document with problems. */
export interface ProblemOrigin {
  readonly at: DocumentOrigin;
  /** The document isn't JSON. */
  readonly broken: boolean;
  /** The property that held the encrypted document. */
  readonly encryptedProperty: string | undefined;
}

/** Turns problems into findings. A module of its own, since only documents with problems need it. */
export interface ProblemReporter {
  report(text: string, problems: readonly Problem[], origin: ProblemOrigin): CheckedDocument;
}

/** Creates a problem reporter; `secrets` are the names of properties that must not be printed. */
export function createProblemReporter({
  secrets,
  all,
}: {
  readonly secrets: Iterable<string>;
  readonly all: boolean;
}): ProblemReporter {
  const hidden = secretFinder(secrets);
  return {
    report(text, problems, { at, broken, encryptedProperty }) {
      if (at.countOnly) return counted(problems, all);
      const findings = placeProblems(text, problems, {
        at,
        encryptedProperty,
        hidden: hidden(text, { broken, isLine: at.isLine }),
      });
      return { findings: all ? findings : firstOf(findings) };
    },
  };
}

function counted(problems: readonly Problem[], all: boolean): CheckedDocument {
  const warnings = problems.filter(({ level }) => level === "warning").length;
  if (all) return { findings: [], more: problems.length, moreWarnings: warnings };
  return { findings: [], more: 1, moreWarnings: warnings === problems.length ? 1 : 0 };
}

function firstOf(findings: readonly Finding[]): readonly Finding[] {
  const first = findings.find(({ level }) => level === "error") ?? findings[0];
  return first === undefined ? [] : [first];
}
