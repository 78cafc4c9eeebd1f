import { json } from "../../../reader/text/json.js";
import { printable } from "../../../reader/text/printable.js";
import type { Terminal } from "../../terminal/terminal.js";
import { findingJson, type MockFinding, type ServedAnswer } from "../index.js";
import type { MockSettings } from "./options.js";

/** Prints the findings of exchanges. */
export interface FindingsPrinter {
  readonly print: (answered: ServedAnswer) => void;
  /** Prints at once what waits. */
  readonly flush: () => void;
}

/** A printer that writes once for all exchanges of one turn of the event loop, after their answers, since each write blocks. */
export function findingsPrinter(
  format: MockSettings["format"],
  { out }: Pick<Terminal, "out">,
): FindingsPrinter {
  const formatted = format === "json" ? jsonFindings : prettyFindings;
  let waiting: ServedAnswer[] = [];
  const flush = (): void => {
    const whole = waiting.map(formatted).join("");
    waiting = [];
    if (whole !== "") out(whole);
  };
  return {
    print: (answered) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push(answered);
    },
    flush,
  };
}

/** Findings of one exchange as lines of JSON, one each. */
function jsonFindings({ method, target, operation, status, findings }: ServedAnswer): string {
  const path = targetPath(target);
  return findings
    .map((finding) => {
      const head = json({ method, path, operation, status, side: finding.side });
      return `${head.slice(0, -1)},${findingJson(finding).slice(1)}\n`;
    })
    .join("");
}

/** Most findings of one exchange that people see. */
const shown = 20;

/** Findings of one exchange as text: the request, then each finding with its place, its code and what to do. */
function prettyFindings({ method, target, operation, status, findings }: ServedAnswer): string {
  if (findings.length === 0) return "";
  const of = operation === undefined ? "" : ` (${operation})`;
  const head = printable(`${method} ${targetPath(target)}${of} ${status}`);
  const more = findings.length > shown ? `  … and ${findings.length - shown} more\n` : "";
  return `${head}\n${findings.slice(0, shown).map(prettyFinding).join("")}${more}\n`;
}

function prettyFinding({
  side,
  in: part,
  name,
  pointer,
  code,
  level,
  message,
  help,
  schemaPointer,
}: MockFinding): string {
  const place = `${side} ${part}${name === undefined ? "" : ` ${name}`}${pointer === "" ? "" : ` ${pointer}`}`;
  const from = schemaPointer === undefined ? "" : ` (${schemaPointer})`;
  const lines = [
    `  ${place} ${level === undefined ? "" : `${level} `}${code}`,
    `    ${message}${from}`,
    `    ${help}`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join("");
}

/** Paths are shown without their query, which may hold a key. */
function targetPath(target: string): string {
  return (target.split(/[?#]/, 1)[0] ?? "").slice(0, 300);
}
