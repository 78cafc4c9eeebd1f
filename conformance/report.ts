import { type CaseResult, type Report, weighs } from "./result.js";

/** A report as plain text: the verdict, what is broken, and what couldn't be seen. Ends with a line feed. */
export function formatReport(report: Report): string {
  const { url, conforms, strict, counts, results } = report;
  const failed = results.filter(({ result }) => result === "failed");
  const broken = failed.filter(({ level }) => weighs(level, strict));
  const noted = failed.filter(({ level }) => !weighs(level, strict));
  const unseen = results.filter(({ result }) => result === "inconclusive");
  const verdict = conforms ? "conforms" : "doesn't conform";
  return [
    `${url} ${verdict}: ${counts.passed} passed, ${counts.failed} failed, ${counts.inconclusive} inconclusive`,
    ...section("Broken", broken.map(failure)),
    ...section("Noted, without effect on the verdict", noted.map(failure)),
    ...section("Inconclusive", byReason(unseen)),
    "",
  ].join("\n");
}

function section(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : ["", `${title} (${entries.length})`, ...entries];
}

function failure({ id, clause, level, why, reason = "", exchanges }: CaseResult): string {
  const last = exchanges.at(-1);
  const answer = last?.response?.body ? [`      it answers: ${oneLine(last.response.body)}`] : [];
  return [`  ${id}  ${clause}, ${level}`, `      ${reason}`, `      ${why}`, ...answer].join("\n");
}

function byReason(results: readonly CaseResult[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const { id, reason = "" } of results) groups.set(reason, [...(groups.get(reason) ?? []), id]);
  return [...groups].map(([reason, ids]) => `  ${reason}: ${ids.join(", ")}`);
}

const maxShown = 200;

/** Keeps what a subject answers from moving the cursor or faking lines of the report. */
function oneLine(text: string): string {
  return JSON.stringify(text.slice(0, maxShown)).slice(1, -1);
}
