import { printable } from "../../../reader/text/printable.js";
import type { ChangeFinding, ChangePlace, ComparisonResult } from "../comparison.js";
import {
  acceptanceText,
  type DiffReportOptions,
  findingStanding,
  impactText,
  shownPlace,
  subjectsText,
  validityText,
  witnessText,
} from "./wording.js";

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
export function prettyReport({ findings }: ComparisonResult, options: PrettyOptions): string {
  const paint: Paint = (colour, text) => {
    if (options.colour && text !== "") return `\u001b[${colours[colour]}m${text}\u001b[0m`;
    return text;
  };
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

function lines(finding: ChangeFinding, options: PrettyOptions, paint: Paint): string[] {
  const place = shownPlace(finding);
  if (place === undefined) return [];
  const { message, remedy, witness, releases } = finding;
  const impact = impactText(finding);
  const pointer = place.pointer === "" ? "" : ` ${printable(place.pointer)}`;
  const head = `${paint("bold", printable(placed(place)))} ${paintedCode(finding, paint)}${pointer}`;
  const reason = acceptanceText(finding);
  if (reason !== undefined)
    return [head, `  ${printable(message)}`, `  ${label("accepted", paint)} ${printable(reason)}`];
  const texts = [
    head,
    `  ${printable(message)}`,
    ...sourceLines(finding, options, paint),
    ...otherPlace(finding, paint),
  ];
  if (witness !== undefined)
    texts.push(
      `  ${label("witness", paint)} ${cut(printable(witnessText(witness)))} ${paint("dim", `(${validityText(witness)})`)}`,
    );
  if (finding.level !== "info" && impact !== undefined) texts.push(`  ${paint("dim", impact)}`);
  texts.push(...subjectLine(finding, paint));
  if (releases !== undefined) texts.push(`  ${label("releases", paint)} ${printable(releases.join(", "))}`);
  if (remedy !== undefined) texts.push(`  ${label("instead", paint)} ${printable(remedy)}`);
  return texts;
}

/** The code, after what isn't an error. */
function paintedCode(finding: ChangeFinding, paint: Paint): string {
  const { code, level } = finding;
  const standing = findingStanding(finding);
  const name = printable(code);
  if (standing === "accepted") return paint("dim", `accepted ${name}`);
  if (level === "info") return paint("green", `compatible ${name}`);
  if (level === "warning")
    return paint("yellow", `warning ${standing === "notice" ? "" : `(${standing}) `}${name}`);
  return paint("red", standing === "source" ? `source ${name}` : name);
}

/** The lines of both versions: `-` and `+` if they differ, else one of them. Carets mark the place. */
function sourceLines(
  { old, new: current, change }: ChangeFinding,
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
  const same = lineText(before[0]) === lineText(after[0]);
  if (same) return [`    ${source}`, `    ${mark}`];
  // Line numbers of different length would shift the text.
  const width = Math.max(lineNumber(before[0]).length, lineNumber(after[0]).length);
  const aligned = (line: string): string => " ".repeat(width - lineNumber(line).length) + printable(line);
  return [
    `  ${paint("red", `- ${aligned(before[0])}`)}`,
    `  ${paint("green", `+ ${aligned(after[0])}`)}`,
    `    ${" ".repeat(width - lineNumber(after[0]).length)}${mark}`,
  ];
}

function lineNumber(line: string): string {
  return /^\d*/.exec(line)?.[0] ?? "";
}

function lineText(line: string): string {
  return line.replace(/^\d* \| ?/, "").trim();
}

function otherPlace({ old, new: current, change }: ChangeFinding, paint: Paint): string[] {
  if (current === undefined || old === undefined || change === "added") return [];
  return [`  ${label("old", paint)} ${printable(`${placed(old)} ${old.pointer}`.trimEnd())}`];
}

function subjectLine(finding: ChangeFinding, paint: Paint): string[] {
  if (finding.subjects.length === 0) return [];
  const text = printable(subjectsText(finding, mostSubjects));
  // A file that is compared as a whole has been named already.
  const [first = ""] = finding.subjects;
  if (finding.subjects.length === 1 && shownPlace(finding)?.file.endsWith(first)) return [];
  return [`  ${label("in", paint)} ${text}`];
}

function label(text: string, paint: Paint): string {
  return paint("dim", `${text}:`);
}

function placed({ file, line, column }: ChangePlace): string {
  return `${file}:${line}:${column}`;
}

function cut(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}… (--format json shows all)`;
}
