import { printable } from "../../../reader/text/printable.js";
import type { Incident } from "../incident.js";
import type { CaseResult, Report } from "../result.js";
import { rerunCommand, sentence } from "./details.js";
import {
  type AlikeFailures,
  type BrokenClause,
  byReason,
  clauseCounts,
  clauseHeading,
  foldedFailures,
} from "./groups.js";
import type { Pattern } from "./pattern.js";
import {
  countsText,
  countText,
  openText,
  runFindings,
  runStanding,
  subjectText,
  verdictText,
} from "./verdict.js";

/** How the report for a terminal is printed. */
interface PrettyOptions {
  /** Escape sequences for a terminal. Default: no. */
  readonly colour?: boolean;
}

type Paint = (code: string, text: string) => string;

const bold = "1";
const faint = "2";
const red = "31";
const green = "32";
const yellow = "33";
const colours = { conforms: green, partial: yellow, unshown: yellow, broken: red };

/** For a terminal: the verdict, then each broken clause in words, then what couldn't be observed. */
export function prettyReport(report: Report, { colour = false }: PrettyOptions = {}): string {
  const paint: Paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const { broken: failing, noted: others, known, inconclusive, notRun } = runFindings(report);
  const { patterns, openPatterns, broken, noted } = foldedFailures(report);
  const parts = [
    head(report, paint),
    ...(report.incidents ?? []).map((each) => incident(each, paint)),
    ...patterns.map((each) => pattern(each, report, paint)),
    ...clauses("Broken", broken, { paint, code: red }),
    ...openPatterns.map((each) => pattern(each, report, paint)),
    ...clauses("Noted, without effect on the verdict", noted, { paint, code: yellow }),
    ...knownFailures(report, known, paint),
    ...unseen("Inconclusive", inconclusive, paint),
    ...unseen("Not run", notRun, paint),
    foot(report, failing[0] ?? others[0]),
  ];
  return parts.join("\n");
}

function head(report: Report, paint: Paint): string {
  const verdict = paint(`${bold};${colours[runStanding(report)]}`, verdictText(report));
  const seconds = (report.durationMs / 1000).toFixed(1);
  const lines = [
    `${paint(bold, printable(report.url))} ${verdict}`,
    `${countsText(report)} in ${seconds} s${report.strict ? ", strictly" : ""}`,
    paint(faint, printable(subjectText(report))),
  ];
  const open = openText(report);
  if (open !== undefined) lines.push(paint(faint, printable(open)));
  if (report.interrupted === true)
    lines.push(paint(yellow, "The run was ended early: cases that hadn't started are left out."));
  return `${lines.join("\n")}\n`;
}

function incident({ seen, advice }: Incident, paint: Paint): string {
  return `${paint(yellow, printable(sentence(seen)))}\n  ${printable(advice)}\n`;
}

interface SectionStyle {
  readonly paint: Paint;
  readonly code: string;
}

function pattern({ seen, probably, cases }: Pattern, report: Report, paint: Paint): string {
  const where = clauseCounts(cases, report).map(printable).join(", ");
  const lines = [
    paint(yellow, printable(seen)),
    `  ${printable(probably)}`,
    `  ${paint(faint, "Clauses:")} ${where}`,
    `  ${paint(faint, "Cases:")} ${shortList(cases)}`,
  ];
  return `${lines.join("\n")}\n`;
}

/** With more kinds of failure than this, only a few are shown per clause; other formats have them all. */
const manyFailures = 30;
const fewFailures = 2;

function clauses(title: string, list: readonly BrokenClause[], style: SectionStyle): readonly string[] {
  if (list.length === 0) return [];
  const total = list.reduce((sum, { failures }) => sum + failures.length, 0);
  const { paint, code } = style;
  const most = total > manyFailures ? fewFailures : Number.POSITIVE_INFINITY;
  const blocks = list.map((each) => {
    const { clause, failures } = each;
    const asks = printable(clauseHeading(each).slice(clause.length));
    const shown = failures.slice(0, most).map((alike) => failure(alike, style));
    const rest = failures.slice(most).reduce((sum, { others }) => sum + 1 + others.length, 0);
    const more = rest === 0 ? "" : `    … and ${countText(rest, "case")} more\n`;
    return `  ${paint(bold, printable(clause))}${asks}\n${shown.join("")}${more}`;
  });
  return [`${paint(`${bold};${code}`, title)}\n\n${blocks.join("\n")}`];
}

function failure({ first, others, like }: AlikeFailures, { paint, code }: SectionStyle): string {
  const { id, level, reason = "", why, likelyCause } = first;
  const lines = [
    `    ${paint(code, "✗")} ${printable(id)} ${paint(faint, `(${level})`)}`,
    `        ${printable(sentence(reason))}`,
    `        ${paint(faint, "Rule:")} ${printable(why)}`,
  ];
  if (likelyCause !== undefined && like === undefined)
    lines.push(`        ${paint(faint, "Likely cause:")} ${printable(likelyCause)}`);
  if (like !== undefined)
    lines.push(`        ${paint(faint, "Same cause as")} ${printable(like.id)} (${printable(like.clause)})`);
  lines.push(...sequence(first, paint), ...answer(first, paint));
  if (others.length !== 0)
    lines.push(`        ${paint(faint, "Same failure:")} ${shortList(others.map((other) => other.id))}`);
  return `${lines.join("\n")}\n`;
}

/** The requests of a case against an API, each with its status, in order. */
function sequence({ exchanges }: CaseResult, paint: Paint): readonly string[] {
  const requests = exchanges.flatMap(({ request: { method, target }, response }) =>
    target === undefined
      ? []
      : [`${method} ${target.slice(0, shownTarget)} ${response?.status ?? "no answer"}`],
  );
  if (requests.length === 0) return [];
  return [`        ${paint(faint, "Requests:")} ${printable(requests.join(", "))}`];
}

const shownTarget = 100;

const shownBody = 200;

function answer({ exchanges }: CaseResult, paint: Paint): readonly string[] {
  const body = exchanges.at(-1)?.response?.body ?? "";
  if (body === "") return [];
  return [`        ${paint(faint, "Response:")} ${printable(body.slice(0, shownBody))}`];
}

function knownFailures(
  { knownFailures: { passed } }: Report,
  known: readonly CaseResult[],
  paint: Paint,
): readonly string[] {
  if (passed.length === 0 && known.length === 0) return [];
  const lines: string[] = [];
  if (known.length !== 0) lines.push(`  failed, as known: ${shortList(known.map(({ id }) => id))}`);
  if (passed.length !== 0)
    lines.push(`  ${paint(red, "passed; remove them from the list")}: ${passed.map(printable).join(", ")}`);
  return [`${paint(bold, "Known failures")}\n\n${lines.join("\n")}\n`];
}

function unseen(title: string, cases: readonly CaseResult[], paint: Paint): readonly string[] {
  if (cases.length === 0) return [];
  const lines = byReason(cases).map(({ reason, remedy, results }) => {
    const how = remedy === "" ? "" : ` (${remedy})`;
    return `  ${printable(reason)}${how}: ${countText(results.length, "case")}\n    ${paint(faint, shortList(results.map(({ id }) => id)))}\n`;
  });
  return [`${paint(bold, title)}\n\n${lines.join("")}`];
}

const shownIds = 4;

function shortList(all: readonly string[]): string {
  const ids = all.slice(0, shownIds).map(printable);
  const more = all.length - ids.length;
  return ids.join(", ") + (more > 0 ? `, … and ${more} more` : "");
}

function foot(report: Report, example: CaseResult | undefined): string {
  const { roundTripMs, toleranceMs } = report.timing;
  const again =
    example === undefined ? [] : [`Run one case again: ${printable(rerunCommand(report, example.id))}`];
  const times =
    report.subject.kind === "library" || report.subject.kind === "api"
      ? []
      : [`Times: a round trip takes ${roundTripMs} ms; ${toleranceMs} ms are added to every time limit.`];
  return [...again, ...times, ""].join("\n");
}
