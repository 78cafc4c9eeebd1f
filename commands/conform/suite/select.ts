import { NoCaseSelected } from "../errors.js";
import type { BatchCase, BatchEvent, Case, Step, Suite } from "./suite.js";

/** Which cases of a suite to run. */
export interface Filters {
  /** Globs on case ids, where `*` matches any text; a case must match at least one. Default: all. */
  readonly only?: readonly string[] | undefined;
  /** Globs on case ids; a case must match none. */
  readonly skip?: readonly string[] | undefined;
}

/** The cases that the filters select. Throws `NoCaseSelected` for none, and for a filter that matches nothing. */
export function selectCases<Each extends { readonly id: string }>(
  cases: readonly Each[],
  { only = [], skip = [] }: Filters,
): readonly Each[] {
  const idle = [...only, ...skip].filter((glob) => !matchesSome(cases, glob));
  if (idle.length > 0) throw new NoCaseSelected(idle);
  const isSelected = caseFilter({ only, skip });
  const selected = cases.filter(({ id }) => isSelected(id));
  if (selected.length === 0) throw new NoCaseSelected([...only, ...skip]);
  return selected;
}

/** Whether the filters select a case, by its id. */
export function caseFilter({ only = [], skip = [] }: Filters): (id: string) => boolean {
  const wanted = only.map(globMatcher);
  const unwanted = skip.map(globMatcher);
  return (id) =>
    (wanted.length === 0 || wanted.some((matches) => matches(id))) &&
    !unwanted.some((matches) => matches(id));
}

/** Whether an id matches a glob, in which `*` matches any text, including slashes, and `?` one character. */
export function globMatcher(glob: string): (id: string) => boolean {
  if (!/[*?]/.test(glob)) return (id) => id === glob;
  const pattern = glob
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const expression = new RegExp(`^${pattern}$`, "su");
  return (id) => expression.test(id);
}

function matchesSome(cases: readonly { readonly id: string }[], glob: string): boolean {
  const matches = globMatcher(glob);
  return cases.some(({ id }) => matches(id));
}

/** All cases of a suite, in order: the hand-written ones, then those of its batches, event by event. */
export function expandCases({ cases, batches = [] }: Pick<Suite, "cases" | "batches">): readonly Case[] {
  const byEvent = new Map<string, Case[]>();
  for (const { on, common, cases: shared } of batches) {
    for (const event of on) {
      const own = byEvent.get(event.prefix) ?? [];
      byEvent.set(event.prefix, own);
      own.push(...shared.map((each) => caseFor(event, { ...common, ...each } as BatchCase)));
    }
  }
  return [...cases, ...[...byEvent.values()].flat()].map(withClause);
}

/** A contract without references to its documentation has rules all the same, which a report must be able to name. */
function withClause(testCase: Case): Case {
  if (testCase.clause !== "") return testCase;
  return { ...testCase, clause: "event schemas" };
}

function caseFor(event: BatchEvent, { name, ...rest }: BatchCase): Case {
  return { id: `${event.prefix}/${name}`, ...rest, steps: rest.steps.map((step) => stepFor(event, step)) };
}

function stepFor({ example }: BatchEvent, step: Step): Step {
  if (!("deliver" in step) || step.deliver.example || step.deliver.event) return step;
  return { ...step, deliver: { example, ...step.deliver } };
}
