import { Lexer } from "yaml";

/** A bracket of a flow collection that isn't closed, and where it is. */
export interface OpenBracket {
  readonly bracket: "[" | "{";
  readonly offset: number;
}

/** The brackets of a YAML text that are open at an offset, outer ones first. Those in quotes and in plain text don't count. */
export function openBrackets(text: string, until: number): OpenBracket[] {
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
export function openQuote(text: string): number | undefined {
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
