import { createScanner, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Lines, SyntaxProblem } from "./parsed-text.js";

/** Tokens of the scanner; its enum is a constant of its types alone. */
const openBrace = 1;
const closeBrace = 2;
const openBracket = 3;
const closeBracket = 4;
const endOfFile = 17;

/** The first mistake of a text that isn't JSON. `shift`: how many characters of the file are before the text. */
export function jsonSyntaxProblem(
  text: string,
  error: unknown,
  { lines, shift }: { readonly lines: Lines; readonly shift: number },
): SyntaxProblem {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (text.trim() === "")
    return {
      code: "json-syntax",
      message: "the file is empty",
      hint: "Write a JSON document.",
      range: lines.range(shift, shift + 1),
    };
  const at = Math.min(first?.offset ?? 0, text.trimEnd().length);
  const range = lines.range(at + shift, at + shift + Math.max(1, first?.length ?? 1));
  if (first === undefined) return { code: "json-syntax", message: (error as Error).message, range };
  const lineAt = (offset: number): number => lines.range(offset + shift, offset + shift).line;
  return { code: "json-syntax", range, ...explained({ text, error: first, lineAt }) };
}

interface Mistake {
  readonly text: string;
  readonly error: ParseError;
  readonly lineAt: (offset: number) => number;
}

type Explanation = Pick<SyntaxProblem, "message"> & Partial<Pick<SyntaxProblem, "hint">>;

function explained(mistake: Mistake): Explanation {
  const { text, error } = mistake;
  const { offset, length } = error;
  const marked = text.slice(offset, offset + length);
  const code = printParseErrorCode(error.error);
  const before = text.slice(0, offset).trimEnd();
  const isClosing = marked === "}" || marked === "]";
  switch (code) {
    case "CommaExpected":
      if (isClosing) return unclosed(mistake, ` before this \`${marked}\``);
      if (/(?:^|[^\w.])-?0$/.test(before) && /^\d/.test(marked))
        return {
          message: "a number can't start with 0",
          hint: "Remove the zero, or put the value in quotes.",
        };
      return {
        message: "a comma is missing before this",
        hint: `Put a comma after line ${mistake.lineAt(before.length - 1)}'s last value, before this one.`,
      };
    case "CloseBraceExpected":
    case "CloseBracketExpected":
      return unclosed(mistake, "");
    case "PropertyNameExpected":
    case "ValueExpected":
      if (before.endsWith(",") && isClosing)
        return { message: "a comma without an entry after it", hint: "Remove the comma before this." };
      if (marked === ",")
        return {
          message: "a comma without an entry before it",
          hint: "Remove the comma, or put an entry before it.",
        };
      if (code === "PropertyNameExpected")
        return {
          message: "the name of a property is expected here",
          hint: 'Names need double quotes: `"name": …`.',
        };
      return { message: "a value is missing here", hint: "Write a value; `null` is one, too." };
    case "ColonExpected":
      return {
        message: "a colon is missing before this",
        hint: "Put a colon between the name and its value.",
      };
    case "EndOfFileExpected":
      if (isClosing) return { message: `this \`${marked}\` closes nothing`, hint: "Remove it." };
      return { message: "the document is complete before this", hint: "Remove what follows." };
    case "InvalidCommentToken":
    case "UnexpectedEndOfComment":
      return { message: "JSON has no comments", hint: "Remove the comment, or write the file as YAML." };
    case "UnexpectedEndOfString": {
      const line = mistake.lineAt(offset);
      return {
        message: `the quote " of line ${line} isn't closed`,
        hint: `Close the " of line ${line} on the same line. Write a line break inside of a text as \`\\n\`.`,
      };
    }
    case "InvalidEscapeCharacter":
    case "InvalidUnicode":
      return { message: "JSON doesn't have this escape in a text", hint: "Write a backslash as `\\\\`." };
    case "InvalidCharacter":
      return {
        message: "a text in JSON can't contain a control character",
        hint: "Write a tab as `\\t` and a line break as `\\n`.",
      };
    default:
      return invalidSymbol(marked);
  }
}

function invalidSymbol(marked: string): Explanation {
  const message = `${JSON.stringify(marked)} isn't JSON`;
  if (/^['`\u2018\u2019\u201c\u201d]/.test(marked))
    return { message, hint: 'Texts and names need double quotes: `"name"`.' };
  if (/^(?:true|false|null)$/i.test(marked)) return { message, hint: `Write \`${marked.toLowerCase()}\`.` };
  if (/^None$|^undefined$|^NaN$|Infinity$/.test(marked))
    return { message, hint: "Write `null`, or leave the property out." };
  if (/^[+.]/.test(marked)) return { message, hint: "A number starts with a digit or `-`, as in `0.5`." };
  return { message, hint: 'Texts and names need double quotes: `"name"`. JSON has no comments.' };
}

function unclosed({ text, error, lineAt }: Mistake, before: string): Explanation {
  const open = openAt(text, error.offset);
  const names = open.map(({ bracket, offset }) => `the ${bracket} of line ${lineAt(offset)}`);
  const [innermost] = names;
  if (innermost === undefined) return { message: "a bracket isn't closed" };
  const isAtEnd = text.slice(error.offset).trim() === "";
  const close = isAtEnd ? names.slice(0, 3).join(" and ") : innermost;
  return { message: `${innermost} isn't closed${before}`, hint: `Close ${close}.` };
}

/** The brackets that are open at an offset, inner ones first. */
function openAt(text: string, until: number): { bracket: string; offset: number }[] {
  const open: { bracket: string; offset: number }[] = [];
  const scanner = createScanner(text, true);
  for (let token: number = scanner.scan(); token !== endOfFile; token = scanner.scan()) {
    const offset = scanner.getTokenOffset();
    if (offset >= until) break;
    if (token === openBrace || token === openBracket)
      open.push({ bracket: token === openBrace ? "{" : "[", offset });
    if (token === closeBrace || token === closeBracket) open.pop();
  }
  return open.reverse();
}
