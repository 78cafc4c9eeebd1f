import type { TestProblem } from "./event-tests-query.js";

/** What a test needs, in the order in which one gets it, with the codes of what is wrong with it. */
const checks = [
  { name: "permission", codes: ["permission-missing"] },
  { name: "environment", codes: ["environment-production"] },
  { name: "application", codes: ["application-unknown", "application-inactive"] },
  { name: "endpoint", codes: ["endpoint-missing", "endpoint-inactive"] },
  { name: "verified", codes: ["endpoint-unverified"] },
  { name: "credentials", codes: ["credentials-undelivered"] },
] as const;

/** A thing that a test needs. `later` can't be known without an endpoint. */
export interface Precondition {
  readonly name: (typeof checks)[number]["name"];
  readonly state: "met" | "unmet" | "later";
  readonly problem: TestProblem | undefined;
}

/** How each precondition stands, given what prevents a test, and the problems that belong to none of them. */
export function preconditionsOf(problems: readonly TestProblem[]): {
  readonly preconditions: readonly Precondition[];
  readonly others: readonly TestProblem[];
} {
  const isMissing = problems.some(({ code }) => code === "endpoint-missing");
  const preconditions = checks.map(({ name, codes }) => {
    const problem = problems.find(({ code }) => (codes as readonly string[]).includes(code));
    const isLater = isMissing && (name === "verified" || name === "credentials");
    const state = problem !== undefined ? "unmet" : isLater ? "later" : "met";
    return { name, state, problem } as const;
  });
  const known = checks.flatMap(({ codes }): readonly string[] => codes);
  return { preconditions, others: problems.filter(({ code }) => !known.includes(code)) };
}

/** What prevents all tests of a list. */
export function commonProblems(
  tests: readonly { readonly problems: readonly TestProblem[] }[],
): readonly TestProblem[] {
  const [first, ...rest] = tests;
  return (first?.problems ?? []).filter(({ code }) =>
    rest.every(({ problems }) => problems.some((problem) => problem.code === code)),
  );
}
