import { compilePattern } from "../../../../reader/patterns/compile-pattern.js";
import type { NodeObject } from "../../../../reader/validation/nodes/node.js";
import { type InvalidChange, must } from "./invalid-change.js";

/** Longest text that is sent to exceed a limit. */
const longestText = 70_000;

/** Months with fewer than 31 days. */
const shortMonths: readonly number[] = [2, 4, 6, 9, 11];

/** A day of the right form that doesn't exist, near another one. */
function unrealDate(text: string): string {
  const month = Number(text.slice(5, 7));
  const [nearest = 2] = [...shortMonths].sort((a, b) => Math.abs(a - month) - Math.abs(b - month));
  const day = nearest === 2 ? 30 : 31;
  return `${text.slice(0, 5)}${String(nearest).padStart(2, "0")}-${day}${text.slice(10)}`;
}

/** A value of each format that no reading of it allows. */
const malformed: Readonly<Record<string, string>> = {
  "date-time": "not-a-date-time",
  date: "not-a-date",
  time: "25:61:00Z",
  email: "not an email",
  uuid: "not-a-uuid",
  uri: "not a uri",
  ipv4: "999.1.1.1",
  ipv6: "not:an:address",
  hostname: "not_a_host!",
};

/** Texts that break the keywords of a text. */
export function* invalidTexts(value: string, nodes: readonly NodeObject[]): Generator<InvalidChange> {
  for (const { minLength, maxLength, pattern, format } of nodes) {
    if (minLength !== undefined && minLength > 0)
      yield must(
        "minLength",
        [...value]
          .slice(0, minLength - 1)
          .join("")
          .padEnd(minLength - 1, "x"),
        `has ${minLength - 1} characters, and ${minLength} is the minimum`,
      );
    if (maxLength !== undefined && maxLength < longestText) {
      const long = stretched(value, maxLength + 1);
      yield must("maxLength", long, `has ${maxLength + 1} characters, and ${maxLength} is the maximum`);
    }
    if (pattern !== undefined) {
      const other = [
        "!",
        ` ${value}`,
        "~invalid~",
        "",
        `${value}!`,
        `!${value}`,
        value.toUpperCase(),
        value.toLowerCase(),
        "0",
        "a",
      ];
      const compiled = compilePattern(pattern);
      // The closest ones last: one that only an unanchored pattern takes.
      for (const text of [`${value}\u00a7`, `\u00a7${value}`, ...other].filter(
        (each) => !compiled.test(each),
      ))
        yield must("pattern", text, "doesn't match the pattern");
    }
    const wrong = malformed[format?.name ?? ""];
    if (wrong !== undefined) yield must("format", wrong, `isn't of the format ${format?.name ?? ""}`);
    if (format?.name === "date-time" || format?.name === "date")
      yield {
        ...must("format", unrealDate(value), "is a day that no calendar has"),
        variant: "calendar",
        level: "should",
      };
    if (format?.name === "date-time")
      yield {
        ...must("format", "2025-01-31T10:00:00", "is a time without an offset"),
        variant: "offset",
        level: "should",
      };
  }
}

/** A longer text of the same kind: its last letter or digit is repeated. */
export function stretched(value: string, length: number): string {
  const at = value.indexOf("@");
  const count = length - value.length;
  if (count <= 0) return value.slice(0, length);
  if (at > 0) return value.slice(0, at) + "x".repeat(count) + value.slice(at);
  return value + (/[A-Za-z0-9]$/.exec(value)?.[0] ?? "x").repeat(count);
}
