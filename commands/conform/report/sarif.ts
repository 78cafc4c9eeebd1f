import { sarifReporter } from "../../report/ci-reporters.js";
import { partsByFile } from "../../report/create-reporter.js";
import type { ReportedFinding, RuleText } from "../../report/reporter.js";
import { incidentWeight } from "../incident.js";
import { type ApiSummary, type CaseResult, type ContractPlace, type Report, weighs } from "../result.js";
import { rerunCommand, sentence } from "./details.js";

/** SARIF 2.1.0 of a run against an API: each failed case, at its operation in the contract. Throws a `TypeError` for other subjects. */
export function sarifReport(report: Report, version: string): string {
  const { subject, results, coverage, incidents = [] } = report;
  if (subject.kind !== "api") throw new TypeError("sarif is a format of runs against an API");
  const failed = results.filter(({ result }) => result === "failed");
  const findings = failed.map((result) => finding(result, report, subject));
  const describe = (code: string): RuleText => ({
    meaning: coverage.clauses.find(({ id }) => id === code)?.text ?? code,
    help: "docs/reference/conform-api.md describes the check.",
    level: worst(findings.filter((each) => each.code === code)),
  });
  const reporter = sarifReporter({ version, describe });
  const isEnded = report.interrupted === true || incidents.some((each) => incidentWeight(each) !== "none");
  const parts = partsByFile(findings).map((part) => reporter.part(part));
  return [reporter.head(), ...parts, reporter.tail({ leftOut: 0, interrupted: isEnded })].join("");
}

function finding(result: CaseResult, report: Report, subject: ApiSummary): ReportedFinding {
  const { id, clause, reason = "", known } = result;
  return {
    ...place(id, subject),
    code: clause,
    level: findingLevel(result, report),
    message: sentence(reason).replace(/\.$/, ""),
    details: [`Case: ${id}`, `Run again: ${rerunCommand(report, id)}`],
    fingerprint: id,
    ...(known === true && { accepted: "listed as a known failure" }),
  };
}

function findingLevel({ level }: CaseResult, { strict }: Report): ReportedFinding["level"] {
  if (weighs(level, strict)) return "error";
  return level === "info" ? "note" : "warning";
}

function worst(findings: readonly ReportedFinding[]): ReportedFinding["level"] {
  const levels = findings.map(({ level }) => level);
  return (["error", "warning"] as const).find((level) => levels.includes(level)) ?? "note";
}

/** The operation that a case is about; the beginning of the contract if there is none, such as for an unknown path. */
function place(id: string, { operations, contract }: ApiSummary): ContractPlace {
  const about = id.slice(id.indexOf("/") + 1);
  const found = operations
    .filter((operation) => about === operation.id || about.startsWith(`${operation.id}/`))
    .toSorted((a, b) => b.id.length - a.id.length)[0];
  const file = operations[0]?.place.file ?? contract;
  return found?.place ?? { file, line: 1, column: 1, pointer: "" };
}
