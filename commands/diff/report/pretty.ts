import { json } from "../../../reader/text/json.js";
import { printable } from "../../../reader/text/printable.js";
import type { Comparison, Finding, Place } from "../finding.js";
import type { DiffReportOptions } from "./report-options.js";
import { acceptanceOf, impactOf, placeOf, standingOf, subjectsOf, validityOf } from "./wording.js";

/** Longer witnesses are cut. */
const longest = 400;
/** Subjects that a finding lists. */
const mostSubjects = 5;
/** More findings are only counted; the other formats have all of them. */
const mostFindings = 200;

type Paint = (colour: keyof typeof colours, text: string) => string;

const colours = { bold: "1", dim: "2", red: "31", green: "32", yellow: "33" } as const;

type PrettyOptions = Pick<DiffReportOptions, "colour" | "compatible" | "excerpts">;

/** For people: place and code, the message, the source lines of both versions, the witness, who is affected, the remedy. */
export function prettyReport({ findings }: Comparison, options: PrettyOptions): string {
  const paint: Paint = (colour, text) =>
    options.colour && text !== "" ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
  const shown = findings.filter(
    ({ level, accepted }) => options.compatible || (level !== "info" && accepted === undefined),
  );
  const texts = shown
    .slice(0, mostFindings)
    .map((finding) => `${lines(finding, options, paint).join("\n")}\n`);
  if (shown.length > mostFindings)
    texts.push(`… and ${shown.length - mostFindings} more; \`--format json\` has all of them\n`);
  return texts.join("\n");
}

function lines(finding: Finding, options: PrettyOptions, paint: Paint): string[] {
  const place = placeOf(finding);
  if (place === undefined) return [];
  const { message, remedy, witness, releases } = finding;
  const impact = impactOf(finding);
  const pointer = place.pointer === "" ? "" : ` ${printable(place.pointer)}`;
  const head = `${paint("bold", printable(placed(place)))} ${nameOf(finding, paint)}${pointer}`;
  const reason = acceptanceOf(finding);
  if (reason !== undefined)
    return [head, `  ${printable(message)}`, `  ${label("accepted", paint)} ${printable(reason)}`];
  return [
    head,
    `  ${printable(message)}`,
    ...sourceLines(finding, options, paint),
    ...otherPlace(finding, paint),
    ...(witness === undefined
      ? []
      : [
          `  ${label("witness", paint)} ${cut(printable(json(witness.document)))} ${paint("dim", `(${validityOf(witness)})`)}`,
        ]),
    ...(finding.level === "info" || impact === undefined ? [] : [`  ${paint("dim", impact)}`]),
    ...subjectLine(finding, paint),
    ...(releases === undefined ? [] : [`  ${label("releases", paint)} ${printable(releases.join(", "))}`]),
    ...(remedy === undefined ? [] : [`  ${label("instead", paint)} ${printable(remedy)}`]),
  ];
}

/** The code, after what isn't an error. */
function nameOf(finding: Finding, paint: Paint): string {
  const { code, level } = finding;
  const standing = standingOf(finding);
  const name = printable(code);
  if (standing === "accepted") return paint("dim", `accepted ${name}`);
  if (level === "info") return paint("green", `compatible ${name}`);
  if (level === "warning")
    return paint("yellow", `warning ${standing === "notice" ? "" : `(${standing}) `}${name}`);
  return paint("red", standing === "source" ? `source ${name}` : name);
}

/** The lines of both versions: `-` and `+` if they differ, else one of them. Carets mark the place. */
function sourceLines(
  { old, new: current, change }: Finding,
  { excerpts }: PrettyOptions,
  paint: Paint,
): string[] {
  // The other place of what was added or removed is only the nearest one.
  const before = change === "added" ? undefined : old && excerpts.old(old);
  const after = change === "removed" ? undefined : current && excerpts.new(current);
  const shown = after ?? before;
  // The first line of a file says nothing about the whole of it.
  if (shown === undefined || (current ?? old)?.pointer === "") return [];
  const [source, carets] = shown.map(printable) as [string, string];
  const colour = after === undefined ? "red" : "green";
  const mark = paint("dim", carets.replace(/\^+/, "")) + paint(colour, carets.replace(/^[^^]*/, ""));
  if (before === undefined || after === undefined) {
    const sign = after === undefined ? "-" : "+";
    return [`  ${paint(colour, `${sign} ${source}`)}`, `    ${mark}`];
  }
  const same = textOf(before[0]) === textOf(after[0]);
  if (same) return [`    ${source}`, `    ${mark}`];
  // Line numbers of different length would shift the text.
  const width = Math.max(numberOf(before[0]).length, numberOf(after[0]).length);
  const aligned = (line: string): string => " ".repeat(width - numberOf(line).length) + printable(line);
  return [
    `  ${paint("red", `- ${aligned(before[0])}`)}`,
    `  ${paint("green", `+ ${aligned(after[0])}`)}`,
    `    ${" ".repeat(width - numberOf(after[0]).length)}${mark}`,
  ];
}

function numberOf(line: string): string {
  return /^\d*/.exec(line)?.[0] ?? "";
}

function textOf(line: string): string {
  return line.replace(/^\d* \| ?/, "").trim();
}

function otherPlace({ old, new: current, change }: Finding, paint: Paint): string[] {
  if (current === undefined || old === undefined || change === "added") return [];
  return [`  ${label("old", paint)} ${printable(`${placed(old)} ${old.pointer}`.trimEnd())}`];
}

function subjectLine(finding: Finding, paint: Paint): string[] {
  if (finding.subjects.length === 0) return [];
  const text = printable(subjectsOf(finding, mostSubjects));
  // A file that is compared as a whole has been named already.
  const [first = ""] = finding.subjects;
  return finding.subjects.length === 1 && placeOf(finding)?.file.endsWith(first)
    ? []
    : [`  ${label("in", paint)} ${text}`];
}

function label(text: string, paint: Paint): string {
  return paint("dim", `${text}:`);
}

function placed({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (--format json shows all)`;
}
