import type { CaseResult, Report } from "../result.js";
import type { Pattern } from "./pattern.js";
import { explanations, failurePatterns } from "./patterns.js";
import { runFindings } from "./verdict.js";

/** Failed cases of one clause. */
export interface BrokenClause {
  readonly clause: string;
  /** Its title, if the suite has one. */
  readonly title?: string;
  /** What the documentation requires, from the ledger; the rules that a case here tries. */
  readonly rules: readonly string[];
  readonly failures: readonly AlikeFailures[];
}

/** Cases that failed in the same way. */
export interface AlikeFailures {
  readonly first: CaseResult;
  readonly others: readonly CaseResult[];
  /** The case of an earlier clause that fails for the same reason. */
  readonly like?: CaseResult;
}

/** The failures of a run: those that patterns explain are left to the patterns. */
interface FoldedFailures {
  readonly patterns: readonly Pattern[];
  /** Those about answers that the protocol leaves open. */
  readonly openPatterns: readonly Pattern[];
  /** They fail the run. */
  readonly broken: readonly BrokenClause[];
  /** Without effect on the verdict. */
  readonly noted: readonly BrokenClause[];
}

/** Failed cases by pattern or clause; clauses that fail for the same reason as an earlier one say so. */
export function foldedFailures(report: Report): FoldedFailures {
  const { broken, noted } = runFindings(report);
  const patterns = failurePatterns(report);
  const explained = explanations(patterns);
  const rest = (results: readonly CaseResult[]): readonly CaseResult[] =>
    results.filter(({ id }) => !explained.has(id));
  const seen = new Map<string, CaseResult>();
  return {
    patterns: patterns.filter(({ open }) => open !== true),
    openPatterns: patterns.filter(({ open }) => open === true),
    broken: linked(byClause(rest(broken), report), seen),
    noted: linked(byClause(rest(noted), report), seen),
  };
}

function linked(clauses: readonly BrokenClause[], seen: Map<string, CaseResult>): readonly BrokenClause[] {
  return clauses.map((each) => ({
    ...each,
    failures: each.failures.map((failure) => {
      const { reason, likelyCause, clause } = failure.first;
      if (likelyCause === undefined) return failure;
      const key = JSON.stringify([reason, likelyCause]);
      const like = seen.get(key);
      if (like === undefined) seen.set(key, failure.first);
      if (like === undefined || like.clause === clause) return failure;
      return { ...failure, like };
    }),
  }));
}

/** The clauses of these cases, each followed by its number of cases in parentheses, in order of first appearance. */
export function clauseCounts(ids: readonly string[], { results }: Report): readonly string[] {
  const wanted = new Set(ids);
  const counts = new Map<string, number>();
  for (const { id, clause } of results) if (wanted.has(id)) counts.set(clause, (counts.get(clause) ?? 0) + 1);
  return [...counts].map(([clause, count]) => `${clause} (${count})`);
}

/** Failed cases by clause, in the order in which the clauses first appear; identical failures are grouped. */
export function byClause(failed: readonly CaseResult[], { coverage }: Report): readonly BrokenClause[] {
  return [...grouped(failed, ({ clause }) => clause)].map(([clause, results]) => {
    const ids = new Set(results.map(({ id }) => id));
    const touches = (list: readonly string[]): boolean => list.some((id) => ids.has(id));
    const rules = coverage.clauses
      .filter(
        ({ section, positive, negative }) => section === clause && (touches(positive) || touches(negative)),
      )
      .map(({ text }) => text);
    const title = clauseTitle(clause, coverage);
    return { clause, ...(title !== undefined && { title }), rules, failures: alike(results) };
  });
}

/** The title of a section, if the suite has one. */
export function clauseTitle(clause: string, { sections = {} }: Report["coverage"]): string | undefined {
  if (Object.hasOwn(sections, clause)) return sections[clause];
  return undefined;
}

/** A clause with what it requires, or else with its title. */
export function clauseHeading({ clause, title, rules }: BrokenClause): string {
  const words = rules.length === 0 && title !== undefined ? [title] : rules;
  return [clause, ...words].join(" ");
}

function alike(results: readonly CaseResult[]): readonly AlikeFailures[] {
  const key = ({ reason, why, likelyCause, level }: CaseResult): string =>
    JSON.stringify([reason, likelyCause ?? why, level]);
  return [...grouped(results, key).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ first, others }],
  );
}

/** Inconclusive cases with the same reason. */
interface Unseen {
  readonly reason: string;
  /** How to make them conclusive, in words that follow the reason; empty if unknown. */
  readonly remedy: string;
  readonly results: readonly CaseResult[];
}

/** Inconclusive cases by reason, the most frequent first. */
export function byReason(inconclusive: readonly CaseResult[]): readonly Unseen[] {
  return [...grouped(inconclusive, ({ reason = "unknown reason" }) => reason)]
    .map(([reason, results]) => ({ reason, remedy: findRemedy(reason), results }))
    .sort((a, b) => b.results.length - a.results.length);
}

const remedies: Readonly<Record<string, string>> = {
  "needs a probe": "--probe URL, if the receiver has a probe",
  "needs a probe that can restart the receiver": "implement `POST /restart` in the probe",
  "needs encryption": "run again with encryption on, the key in WEBHOOK_ENCRYPT_KEY",
  "needs plaintext": "run again with encryption off",
  "needs a slow run": "--slow; it waits for a minute",
  "needs previous secret": "WEBHOOK_PREVIOUS_SECRET, if the receiver has one",
  "needs organization": "--organization ID, as configured in the receiver",
  "needs product": "--product CODE, as configured in the receiver",
  "needs an expired credential": "--expired 'Authorization: Bearer OLD'",
  "needs callbacks": "--callbacks, if the receiver answers them",
};

function findRemedy(reason: string): string {
  if (/^needs (?:another|an) identity/.test(reason)) return "--auth 'NAME=Authorization: Bearer TOKEN'";
  const environment = /^needs the environment (\S+)$/.exec(reason)?.[1];
  if (environment !== undefined) return `--environment ${environment}, for a receiver of that environment`;
  const operation = /^needs a control that offers (\S+ \S+)$/.exec(reason)?.[1];
  if (operation !== undefined) return "contracts/sender-probe.openapi.yaml describes it";
  if (Object.hasOwn(remedies, reason)) return remedies[reason] ?? "";
  return "";
}

function grouped<Item>(items: readonly Item[], toKey: (item: Item) => string): ReadonlyMap<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = toKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
