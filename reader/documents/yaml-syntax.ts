import { Lexer, type YAMLError } from "yaml";
import type { Lines, Range, SyntaxProblem } from "./parsed-text.js";

/** The finding of the parser's first error. `others` come after it. */
export function syntaxError(first: YAMLError, others: readonly YAMLError[], lines: Lines): SyntaxProblem {
  return {
    code: "yaml-syntax",
    message: first.message.replace(/\.?$/, ""),
    range: rangeIn(lines, first.pos),
    ...inOtherWords(first, others, lines),
  };
}

type Help = Partial<Pick<SyntaxProblem, "message" | "range" | "hint">>;

/** The words, and sometimes the place, of an error for which the parser's own don't help. */
function inOtherWords(error: YAMLError, others: readonly YAMLError[], lines: Lines): Help {
  const { code, message, pos } = error;
  switch (code) {
    case "BAD_INDENT":
      if (/^Flow /.test(message)) return unclosedBracket(pos[0], lines);
      return { hint: "Indent this line like the others on its level." };
    case "MISSING_CHAR":
      if (/^Flow /.test(message)) return unclosedBracket(pos[0], lines);
      if (/^Missing closing/.test(message)) return unclosedQuote(lines);
      if (/^Missing , or :/.test(message))
        return {
          message: "a colon or a comma is missing before this",
          hint: "Write `key: value`, and a comma between entries.",
        };
      if (/^Missing ,/.test(message)) return missingComma(pos[0], lines);
      if (/followed by map values/.test(message)) return missingColon(pos[0], lines);
      if (/^Comments must be/.test(message)) return { hint: "Put a space before the `#`." };
      if (/^Sequence item/.test(message))
        return { hint: "Indent this line like the keys above it, or begin it with `- `." };
      return {};
    case "TAB_AS_INDENT":
      return { hint: "Replace the tab by spaces." };
    case "BLOCK_AS_IMPLICIT_KEY":
      return nestedMapping(error, others, lines);
    case "MULTILINE_IMPLICIT_KEY":
      if (openBrackets(lines.text, pos[0]).length > 0) return missingComma(pos[0], lines);
      return missingColon(pos[0], lines);
    case "BLOCK_IN_FLOW":
      return missingComma(pos[0], lines);
    case "UNEXPECTED_TOKEN":
      return unexpected(error, lines);
    case "BAD_SCALAR_START":
    case "BAD_DIRECTIVE":
      return { hint: "Put it in quotes: without them, a text can't start with this character." };
    case "BAD_DQ_ESCAPE":
      return { hint: "Write a backslash as `\\\\`, or put the text in single quotes." };
    case "TAG_RESOLVE_FAILED":
      return { hint: "Remove the tag. A text that starts with `!` needs quotes." };
    case "NON_STRING_KEY":
      return {
        message: "a key must be a text",
        hint: "Put the key in quotes. A value that starts with `{` or `[` needs quotes, too, if it is a text.",
      };
    default:
      return {};
  }
}

function unclosedBracket(offset: number, lines: Lines): Help {
  const { text } = lines;
  const open = openBrackets(text, offset);
  const innermost = open.at(-1);
  if (innermost === undefined) return {};
  const isAtEnd = text.slice(offset).trim() === "";
  const left = isAtEnd ? open.reverse().slice(0, 3) : [innermost];
  const names = left.map((each) => `the ${each.bracket} of line ${lineAt(each.offset, lines)}`);
  const message = `the \`${innermost.bracket}\` of line ${lineAt(innermost.offset, lines)} isn't closed`;
  const close = `Close ${names.join(" and ")}`;
  if (isAtEnd) return { message, hint: `${close}.` };
  if (text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset).includes("\t"))
    return { message, hint: `${close} before this line, or indent the line with spaces instead of a tab.` };
  const isLineStart = /\n[ ]*$/.test(text.slice(0, offset));
  const orIndent = isLineStart ? ", or indent this line, if it belongs inside, more than the key" : "";
  return { message: `${message} before this`, hint: `${close} before this${orIndent}.` };
}

function unclosedQuote(lines: Lines): Help {
  const offset = openQuote(lines.text);
  if (offset === undefined) return {};
  const quote = lines.text[offset] === "'" ? "'" : '"';
  const line = lineAt(offset, lines);
  const inner = quote === "'" ? "`''`" : '`\\"`';
  return {
    message: `the quote ${quote} of line ${line} isn't closed`,
    range: lines.range(offset, offset + 1),
    hint: `Close the ${quote} of line ${line}. Inside of the text, write it as ${inner}.`,
  };
}

function missingComma(offset: number, lines: Lines): Help {
  const innermost = openBrackets(lines.text, offset).at(-1);
  const where =
    innermost === undefined ? "" : ` of the ${innermost.bracket} of line ${lineAt(innermost.offset, lines)}`;
  return {
    message: `a comma is missing between the entries${where}`,
    hint: "Put a comma between two entries. A text with a colon and a space in it needs quotes.",
  };
}

/** A line that is neither `key: value` nor part of the value before it. */
function missingColon(offset: number, lines: Lines): Help {
  const end = lines.text.indexOf("\n", offset);
  const line = lines.text.slice(offset, end < 0 ? undefined : end).trimEnd();
  const glued = /^([^\s:"']+):(?=[^\s:/])/.exec(line)?.[1];
  let hint =
    "Put a colon and a space after the key. If the line continues the text above it, indent it more.";
  if (glued !== undefined) hint = `Put a space after the colon of \`${glued}:\`.`;
  return {
    message: "expected `key: value`",
    range: lines.range(offset, offset + Math.max(1, line.length)),
    hint,
  };
}

function nestedMapping({ pos }: YAMLError, others: readonly YAMLError[], lines: Lines): Help {
  const deeper = others.find((error) => error.code === "MULTILINE_IMPLICIT_KEY" && error.pos[0] === pos[0]);
  if (deeper === undefined) return { hint: "Put a value that contains a colon and a space in quotes." };
  // The parser took the lines for one key, but the last of them is only indented too far.
  const start = lines.text.lastIndexOf("\n", deeper.pos[1]) + 1;
  const indent = lines.text.slice(start).search(/\S/);
  return {
    message: "this line is indented too far: the line before it is complete",
    range: lines.range(start + indent, deeper.pos[1]),
    hint: "Indent it like the line before it, or like the other keys of its mapping.",
  };
}

function unexpected({ message, pos }: YAMLError, lines: Lines): Help {
  const { text } = lines;
  const bracket = /^Unexpected flow-(?:seq|map)-end token in YAML stream/.test(message);
  if (bracket) {
    const name = text[pos[0]] ?? "";
    const opening = name === "]" ? "[" : "{";
    return {
      message: `this \`${name}\` closes nothing`,
      hint: `Remove it, or open it before with \`${opening}\`.`,
    };
  }
  if (/^Unexpected ,/.test(message)) return { hint: "Remove the comma, or put an entry before it." };
  if (/^Block scalar header/.test(message))
    return { hint: "Begin the text on the next line, indented more than the key." };
  if (!/at node end$/.test(message)) return {};
  const before = text.slice(0, pos[0]).trimEnd();
  if (/["']$/.test(before) && !/\n/.test(text.slice(before.length, pos[0])))
    return {
      message: "the quotes end before the value does",
      hint: `Write a quote inside of a text as ${before.endsWith("'") ? "`''`" : '`\\"`'}. If this is a key, put a colon and a space after it.`,
    };
  if (/[\]}]$/.test(before)) return { hint: "Put all of the value in quotes if it is a text." };
  return { hint: "Indent this line like the others on its level, and use either `- item` or `key: value`." };
}

function lineAt(offset: number, lines: Lines): number {
  return lines.range(offset, offset).line;
}

function rangeIn(lines: Lines, [from, to]: readonly [number, number]): Range {
  const end = lines.text.trimEnd().length;
  return lines.range(Math.min(from, end), Math.min(to, end + 1));
}

/** A bracket of a flow collection that isn't closed, and where it is. */
interface OpenBracket {
  readonly bracket: "[" | "{";
  readonly offset: number;
}

/** The brackets of a YAML text that are open at an offset, outer ones first. Those in quotes and in plain text don't count. */
function openBrackets(text: string, until: number): OpenBracket[] {
  const open: OpenBracket[] = [];
  let isScalar = false;
  for (const [lexeme, offset] of lexemes(text)) {
    if (offset >= until) break;
    if (isScalar) {
      isScalar = false;
      continue;
    }
    if (lexeme === scalarMark) isScalar = true;
    else if (lexeme === flowEndMark) open.length = 0;
    else if (lexeme === "[" || lexeme === "{") open.push({ bracket: lexeme, offset });
    else if (lexeme === "]" || lexeme === "}") open.pop();
  }
  return open;
}

/** Where a text in quotes begins that the end of a YAML text cuts off. */
function openQuote(text: string): number | undefined {
  let last: readonly [string, number] | undefined;
  let isScalar = false;
  for (const [lexeme, offset] of lexemes(text)) {
    if (!isScalar && /^["']/.test(lexeme)) last = [lexeme, offset];
    isScalar = lexeme === scalarMark;
  }
  return last?.[1];
}

// Marks of the lexer that aren't in the text.
const documentMark = "\u0002";
const flowEndMark = "\u0018";
const scalarMark = "\u001f";

function* lexemes(text: string): Generator<readonly [string, number]> {
  let at = 0;
  for (const lexeme of new Lexer().lex(text)) {
    yield [lexeme, at];
    if (lexeme !== documentMark && lexeme !== flowEndMark && lexeme !== scalarMark) at += lexeme.length;
  }
}
