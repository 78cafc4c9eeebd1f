import { json } from "../../text/json.js";
import { printable } from "../../text/printable.js";
import type { Comparison, Finding, Place } from "../finding.js";

/** Longer witnesses are cut. */
const longest = 400;
/** Subjects that a finding lists. */
const mostSubjects = 5;

/** For people: the new place and the code, the message, the old place and the witness. */
export function prettyReport({ findings }: Comparison, { colour }: { readonly colour: boolean }): string {
  const paint = (code: string, text: string): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const shown = findings.filter(({ level, accepted }) => level !== "info" && accepted === undefined);
  return shown.map((finding) => `${lines(finding, paint).join("\n")}\n`).join("\n");
}

function lines(finding: Finding, paint: (code: string, text: string) => string): string[] {
  const { old, new: current, code, level, message, witness, subjects, releases } = finding;
  const isWarning = level === "warning";
  const place = current ?? old;
  if (place === undefined) return [];
  const name = paint(isWarning ? "33" : "31", `${isWarning ? "warning " : ""}${code}`);
  const others = subjects.slice(0, mostSubjects).join(", ");
  const more = subjects.length > mostSubjects ? ` and ${subjects.length - mostSubjects} more` : "";
  return [
    `${paint("1", printable(placed(place)))} ${name}${place.pointer === "" ? "" : ` ${printable(place.pointer)}`}`,
    `  ${printable(message)}`,
    ...(current === undefined || old === undefined
      ? []
      : [`  old: ${printable(`${placed(old)} ${old.pointer}`.trimEnd())}`]),
    ...(witness === undefined
      ? []
      : [`  ${paint("2", "witness:")} ${cut(printable(json(witness.document)))}`]),
    ...(subjects.length > 1 ? [`  in ${printable(others)}${more}`] : []),
    ...(releases === undefined ? [] : [`  releases: ${printable(releases.join(", "))}`]),
  ];
}

function placed({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (--format json shows all)`;
}
