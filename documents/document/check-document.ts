import { maxJsonDepth, tooDeepAt } from "@oipkit/runtime/json-depth";
import type { Finding, Problem } from "../finding.js";
import type { Inspect } from "../inspect.js";
import { type MaybePromise, type Verdict, whenReady } from "../verdict.js";
import { duplicateKeys } from "./duplicate-keys.js";
import { syntaxFault } from "./json-syntax.js";
import { type DocumentOrigin, placeProblems } from "./place-problems.js";
import type { FindSecrets } from "./secrets.js";

/** The result of checking one document. */
export interface CheckedDocument {
  readonly findings: readonly Finding[];
  /** Findings that were only counted. */
  readonly more?: number;
  /** How many of `more` are warnings. */
  readonly moreWarnings?: number;
  readonly event?: Verdict["event"];
}

/** How documents are checked. */
export interface DocumentCheckOptions {
  readonly inspect: Inspect;
  readonly secrets: FindSecrets;
  /** Report duplicate keys. */
  readonly strict: boolean;
  readonly all: boolean;
}

/** Checks documents one by one. */
export interface DocumentChecker {
  /** Parses and checks a document; `undefined` for a blank line. */
  check(text: string, at: DocumentOrigin): MaybePromise<CheckedDocument | undefined>;
  /** Reports a known problem of a document that couldn't be parsed. */
  report(text: string, problem: Problem, at: DocumentOrigin): CheckedDocument;
}

interface Details {
  readonly at: DocumentOrigin;
  readonly broken: boolean;
  readonly encryptedProperty: string | undefined;
}

const nothing: CheckedDocument = { findings: [] };

/** Creates a document checker. */
export function createDocumentChecker({
  inspect,
  secrets,
  strict,
  all,
}: DocumentCheckOptions): DocumentChecker {
  const place = (text: string, problems: readonly Problem[], details: Details): CheckedDocument => {
    const { at, broken, encryptedProperty } = details;
    if (at.countOnly) {
      const warnings = problems.filter(({ level }) => level === "warning").length;
      if (all) return { findings: [], more: problems.length, moreWarnings: warnings };
      return { findings: [], more: 1, moreWarnings: warnings === problems.length ? 1 : 0 };
    }
    const findings = placeProblems(text, problems, {
      at,
      encryptedProperty,
      hidden: secrets(text, { broken, isLine: at.isLine }),
    });
    if (all) return { findings };
    const first = findings.find(({ level }) => level === "error") ?? findings[0];
    return { findings: first === undefined ? [] : [first] };
  };

  const judge = (text: string, verdict: Verdict, at: DocumentOrigin): CheckedDocument => {
    const problems = strict ? [...verdict.problems, ...repeated(text)] : verdict.problems;
    const { event, encryptedProperty } = verdict;
    if (problems.length === 0) return event === undefined ? nothing : { findings: [], event };
    const placed = place(text, problems, { at, broken: false, encryptedProperty });
    return event === undefined ? placed : { ...placed, event };
  };

  const report = (text: string, problem: Problem, at: DocumentOrigin): CheckedDocument =>
    place(text, [problem], { at, broken: true, encryptedProperty: undefined });

  return {
    report,
    check(text, at) {
      const deep = tooDeepAt(text);
      if (deep >= 0) return report(text, tooDeep(deep), at);
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        if (at.isLine && /^[ \t\r]*$/.test(text)) return undefined;
        const { message, ...span } = syntaxFault(text) ?? {
          offset: 0,
          length: 1,
          message: "not valid JSON",
        };
        return report(text, { code: "json-syntax", message, pointer: "", span }, at);
      }
      const verdict = inspect(value, at.where);
      // While a validator loads, the caller may move `at` to the next line.
      const here = verdict instanceof Promise ? { ...at } : at;
      return whenReady(verdict, (ready) => judge(text, ready, here));
    },
  };
}

function tooDeep(offset: number): Problem {
  const message = `nested too deeply: at most ${maxJsonDepth} levels can be checked`;
  return { code: "too-deep", message, pointer: "", span: { offset, length: 1 } };
}

function repeated(text: string): Problem[] {
  return duplicateKeys(text).map(({ span, pointer }) => ({
    code: "duplicate-key",
    message: "duplicate key; parsers differ in which value they use",
    pointer,
    span,
  }));
}
