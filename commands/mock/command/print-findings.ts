import { json } from "../../../reader/text/json.js";
import { printable } from "../../../reader/text/printable.js";
import type { Answered, MockFinding } from "../index.js";

/** Findings of one exchange as lines of JSON, one each. */
export function jsonFindings({ request, exchange }: Answered): string {
  const { operation, answer, findings } = exchange;
  const { method } = request;
  return findings
    .map(
      (finding) =>
        `${json({ method, path: pathOf(request.target), operation, status: answer.status, ...finding })}\n`,
    )
    .join("");
}

/** Most findings of one exchange that people see. */
const shown = 20;

/** Findings of one exchange as text: the request, then each finding with its place, its code and what to do. */
export function prettyFindings({ request, exchange }: Answered): string {
  const { operation, answer, findings } = exchange;
  if (findings.length === 0) return "";
  const of = operation === undefined ? "" : ` (${operation})`;
  const head = printable(`${request.method} ${pathOf(request.target)}${of} ${answer.status}`);
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
function pathOf(target: string): string {
  return (target.split(/[?#]/, 1)[0] ?? "").slice(0, 300);
}
