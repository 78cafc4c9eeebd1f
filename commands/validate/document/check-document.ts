import { maxJsonDepth, tooDeepAt } from "@oipkit/runtime/json-depth";
import { mayHaveExactNumbers } from "../../../reader/documents/exact-json.js";
import type { Problem } from "../../report/reporter.js";
import type { Inspect } from "../inspect.js";
import {
  type CheckedDocument,
  clean,
  loadedOnce,
  type MaybePromise,
  type Verdict,
  whenReady,
} from "../verdict.js";
import { exactValue } from "./exact-value.js";
import type { DocumentOrigin } from "./place-problems.js";
import type { ProblemOrigin } from "./problem-reporter.js";

/** How documents are checked. */
interface DocumentCheckOptions {
  readonly inspect: Inspect;
  /** Names of properties whose values must not be printed. */
  readonly secrets: Iterable<string>;
  /** Report duplicate keys. */
  readonly strict: boolean;
  readonly all: boolean;
}

/** Checks documents one by one. `at` must not change before the result is there. */
export interface DocumentChecker {
  /** Parses and checks a document; `undefined` for a blank line. */
  check(text: string, at: DocumentOrigin): MaybePromise<CheckedDocument | undefined>;
  /** Reports a known problem of a document that couldn't be parsed. */
  report(text: string, problem: Problem, at: DocumentOrigin): MaybePromise<CheckedDocument>;
}

const nothing: CheckedDocument = { findings: [] };

/** Creates a document checker. */
export function createDocumentChecker({
  inspect,
  secrets,
  strict,
  all,
}: DocumentCheckOptions): DocumentChecker {
  const syntax = loadedOnce(() => import("./json-syntax.js"));
  const reporter = loadedOnce(async () =>
    (await import("./problem-reporter.js")).createProblemReporter({ secrets, all }),
  );

  const reportAll = (
    text: string,
    problems: readonly Problem[],
    origin: ProblemOrigin,
  ): MaybePromise<CheckedDocument> => whenReady(reporter(), (ready) => ready.report(text, problems, origin));

  const report: DocumentChecker["report"] = (text, problem, at) =>
    reportAll(text, [problem], { at, broken: true, encryptedProperty: undefined });

  const judge = (
    text: string,
    { problems, event, encryptedProperty }: Verdict,
    at: DocumentOrigin,
  ): MaybePromise<CheckedDocument> => {
    if (problems.length === 0) return event === undefined ? nothing : { findings: [], event };
    return whenReady(reportAll(text, problems, { at, broken: false, encryptedProperty }), (reported) =>
      event === undefined ? reported : { ...reported, event },
    );
  };

  const withDuplicates = (text: string, verdict: Verdict): MaybePromise<Verdict> =>
    whenReady(syntax(), ({ duplicateProblems }) => {
      const found = duplicateProblems(text);
      if (found.length === 0) return verdict;
      return { ...verdict, problems: [...verdict.problems, ...found] };
    });

  /** A document that may have numbers that no double holds. */
  const checkExact = (text: string, value: unknown, at: DocumentOrigin): MaybePromise<CheckedDocument> => {
    const inspected = inspect(value, at.where, { countOnly: at.countOnly, isExact: true });
    const verdict = strict ? whenReady(inspected, (ready) => withDuplicates(text, ready)) : inspected;
    return whenReady(verdict, (ready) => judge(text, ready, at));
  };

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
        return whenReady(syntax(), ({ syntaxProblem }) => report(text, syntaxProblem(text), at));
      }
      if (mayHaveExactNumbers(text)) {
        const { value: exact, problem } = exactValue(text);
        if (problem === undefined) return checkExact(text, exact, at);
        return report(text, problem, at);
      }
      const inspected = inspect(value, at.where, at);
      if (strict) {
        const verdict = whenReady(inspected, (ready) => withDuplicates(text, ready));
        return whenReady(verdict, (ready) => judge(text, ready, at));
      }
      // Most documents, without a closure for each.
      if (inspected === clean) return nothing;
      return whenReady(inspected, (ready) => judge(text, ready, at));
    },
  };
}

function tooDeep(offset: number): Problem {
  const message = `nested too deeply: at most ${maxJsonDepth} levels can be checked`;
  return { code: "too-deep", message, pointer: "", span: { offset, length: 1 } };
}
