import type { ApiRunOptions } from "../../../../../../commands/conform/api/run/api-run-options.js";
import type { Report } from "../../../../../../commands/conform/result.js";
import { runSmall, type SmallAnswer, type SmallRequest } from "../small-api.js";

/** A server that plays a habit. */
export interface HabitServer {
  readonly contract: string;
  readonly answer: (request: SmallRequest) => SmallAnswer;
  /** Their tokens are `<name>-token`. Default: none. */
  readonly names?: readonly string[];
}

/** The URL that the suite finds servers at, without a base path. */
export const origin = "http://127.0.0.1:8080";

/** Runs the suite against a server. */
export function runHabit(
  { contract, answer, names = [] }: HabitServer,
  options: Partial<ApiRunOptions> = {},
): Promise<Report> {
  const identities = names.map((name) => ({
    name,
    headers: [["authorization", `Bearer ${name}-token`]] as const,
  }));
  return runSmall(contract, answer, Object.assign({ identities }, options));
}

/** A clock that goes on by a second with each reading. */
export function createClock(): () => string {
  let time = Date.UTC(2026, 0, 1);
  return () => {
    time += 1000;
    return new Date(time).toISOString();
  };
}

/** The failed cases of a run, each with its level: `deleted-gone/removeRepo (must)`. */
export function failedCases({ results }: Report): readonly string[] {
  return results.filter(({ result }) => result === "failed").map(({ id, level }) => `${id} (${level})`);
}

/** The operations that the suite never called with success. */
export function unreached({ subject }: Report): readonly string[] {
  const operations = subject.kind === "api" ? subject.operations : [];
  return operations.filter(({ reached }) => !reached).map(({ id }) => id ?? "");
}

/** Ids that more than one case of a run has. */
export function repeatedIds({ results }: Report): readonly string[] {
  const ids = results.map(({ id }) => id);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}
