import { Code } from "./code.js";

/** Longest line of a comment's text, in characters, before the indentation of the comment. */
const commentWidth = 100;
/** Longest line of code. */
const lineWidth = 120;

/** A line of text as several of at most `commentWidth` characters, broken between words. A longer word stays whole. */
export function wrapText(text: string): string[] {
  if (text.length <= commentWidth) return [text];
  const margin = text.slice(0, text.length - text.trimStart().length);
  const lines: string[] = [];
  let line = margin;
  for (const word of text.trimStart().split(" ")) {
    const isFirst = line === margin;
    if (isFirst) line += word;
    else if (line.length + 1 + word.length <= commentWidth) line += ` ${word}`;
    else {
      lines.push(line.trimEnd());
      line = margin + word;
    }
  }
  return [...lines, line.trimEnd()];
}

/** Types with one member of a union per line where a line would be too long. Comments stay as they are. */
export function shortLines(types: Code): Code {
  const lines = types.toString().split("\n");
  return Code.verbatim(lines.flatMap((line) => (isLong(line) ? brokenUnion(line) : [line])).join("\n"));
}

function isLong(line: string): boolean {
  return line.length > lineWidth && !/^\s*(?:\*|\/[*/])/.test(line);
}

/** A part of a line between brackets, commas, or the start and the end of a type. */
interface Part {
  readonly depth: number;
  readonly start: number;
  end: number;
  /** Where its bars are. */
  readonly bars: number[];
  /** Whether it began on another line. */
  readonly isRest?: boolean;
}

function brokenUnion(line: string): string[] {
  const unions = parts(line).filter(({ bars, isRest }) => bars.length > 0 && !isRest);
  const depth = Math.min(...unions.map((part) => part.depth));
  const [longest] = unions
    .filter((part) => part.depth === depth)
    .toSorted((a, b) => b.end - b.start - (a.end - a.start));
  if (longest === undefined) return [line];
  const { start, end, bars } = longest;
  const margin = line.slice(0, line.length - line.trimStart().length);
  const bounds = [start, ...bars.map((at) => at + 2), end + 1];
  const members = bounds.slice(1).map(
    (next, index) =>
      `${margin}  | ${line
        .slice(bounds[index], next - 1)
        .replace(/\|$/, "")
        .trim()}`,
  );
  const rest = line.slice(end);
  const before = line.slice(0, start).trimEnd();
  if (rest === ";" || rest === "") return [before, ...members.slice(0, -1), `${members.at(-1)}${rest}`];
  return [before, ...members, margin + rest.trimStart()];
}

/** The parts of a line, without what is in quotes. */
function parts(line: string): Part[] {
  const found: Part[] = [];
  const whole = (depth: number, start: number): Part => ({ depth, start, end: line.length, bars: [] });
  const open: Part[] = [whole(0, 0)];
  const replace = (depth: number, start: number, end: number): void => {
    const before = open.pop();
    if (before !== undefined) {
      before.end = end;
      found.push(before);
    }
    open.push(whole(depth, start));
  };
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? "";
    if (quote !== "") {
      if (character === "\\") at++;
      else if (character === quote) quote = "";
    } else if (character === '"' || character === "`") {
      quote = character;
    } else if ("([{<".includes(character)) {
      open.push(whole(open.length, at + 1));
    } else if (")]}>".includes(character)) {
      const closed = open.pop();
      if (closed !== undefined) found.push({ ...closed, end: at });
      // What it closes began on another line, and so did the type that goes on here.
      if (open.length === 0) open.push({ ...whole(0, at + 1), isRest: true });
    } else if (character === "|") {
      open.at(-1)?.bars.push(at);
    } else if (",:;=".includes(character)) {
      replace(open.length - 1, at + 1, at);
    }
  }
  return [...found, ...open];
}
