import { resolve } from "node:path";
import { readNamedFile } from "../../options/named-file.js";
import { UsageError } from "../../options/option.js";
import { requestUrl, sentence } from "../report/details.js";
import { countText } from "../report/verdict.js";
import type { CaseResult, ExchangeRecord, Report } from "../result.js";

/** The failed cases of an earlier run. */
export interface EarlierRun {
  /** The report, as the user wrote its path. */
  readonly file: string;
  readonly seed: number;
  readonly failed: readonly EarlierFailure[];
}

/** A case that failed. */
interface EarlierFailure {
  readonly id: string;
  /** The case whose requests showed the failure, if it is about the answers to all. */
  readonly during: string | undefined;
}

/** The failed cases of a JSON report, apart from known failures. Throws `UsageError` if it isn't one, or if no case failed. */
export function readEarlierRun(file: string, cwd: string): EarlierRun {
  const text = readNamedFile({ path: resolve(cwd, file), shown: file, what: "the report" });
  const report = parsed(text);
  const subject: unknown = report?.subject;
  const seed = isObject(subject) && subject.kind === "api" ? subject.seed : undefined;
  if (report?.format !== 1 || typeof seed !== "number" || !Array.isArray(report.results))
    throw new UsageError(
      `${file}: not a JSON report of a run with --api; write one with --format json -o ${file}`,
    );
  const failed = report.results.flatMap((result: unknown): EarlierFailure[] => {
    if (!isObject(result) || result.result !== "failed" || result.known === true) return [];
    const { id, during } = result;
    if (typeof id !== "string") return [];
    return [{ id, during: typeof during === "string" ? during : undefined }];
  });
  if (failed.length === 0)
    throw new UsageError(`${file}: no case failed in that run, so there is nothing to run again`);
  return { file, seed, failed };
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What became of a case that failed. */
type Repair = "repaired" | "still fails" | "undecided";

/** The failed cases that a replay is about. */
export interface ReplayFacts {
  readonly earlier: EarlierRun;
  /** Whether a case is selected. */
  readonly isSelected: (id: string) => boolean;
}

/** Whether all failures of an earlier run are repaired. */
export function isRepaired({ earlier, isSelected }: ReplayFacts, report: Report): boolean {
  return earlier.failed
    .filter(({ id }) => isSelected(id))
    .every(({ id }) => repair(report.results.find((result) => result.id === id)) === "repaired");
}

function repair(result: CaseResult | undefined): Repair {
  if (result?.result === "passed") return "repaired";
  return result?.result === "failed" ? "still fails" : "undecided";
}

/** What became of each failure of an earlier run, with the requests of those that still fail. */
export function replayText({ earlier, isSelected }: ReplayFacts, report: Report): string {
  const cases = earlier.failed
    .filter(({ id }) => isSelected(id))
    .map(({ id }) => ({ id, result: report.results.find((result) => result.id === id) }));
  const count = (kind: Repair): number => cases.filter(({ result }) => repair(result) === kind).length;
  const head = `${earlier.file}: ${countText(cases.length, "failed case")}; ${count("repaired")} repaired, ${count("still fails")} still failing, ${count("undecided")} undecided (seed ${earlier.seed})`;
  const blocks = cases.map(({ id, result }) => {
    const said = result === undefined ? absentReason(report) : (result.reason ?? "");
    const why = said === "" ? "" : `\n    ${sentence(said)}`;
    const exchanges = repair(result) === "still fails" ? (result?.exchanges ?? []) : [];
    const lines = exchanges.flatMap((exchange) => exchangeLines(exchange, report.url));
    return [`  ${repair(result)}: ${id}${why}`, ...lines].join("\n");
  });
  return `${[head, ...blocks].join("\n")}\n`;
}

function absentReason({ incidents = [] }: Report): string {
  return incidents[0]?.seen ?? "the run has no such case any more";
}

/** Longest body that is shown, in characters. */
const longestBody = 1000;

function exchangeLines({ request, response, noAnswer }: ExchangeRecord, url: string): readonly string[] {
  const lines = [`    > ${request.method} ${requestUrl(url, request)}`];
  for (const [name, value] of request.headers) lines.push(`    > ${name}: ${value}`);
  if (request.body !== "") lines.push(`    > ${request.body.slice(0, longestBody)}`);
  lines.push(`    < ${response === undefined ? `no answer: ${noAnswer}` : response.status}`);
  if (response !== undefined && response.body !== "")
    lines.push(`    < ${response.body.slice(0, longestBody)}`);
  return lines;
}
