const quote = 0x22;
const backslash = 0x5c;

/** The position of the first character from here on that isn't white space. */
export function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Space, tab, line feed or carriage return. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

/** The position after the closing quote of the string of JSON text that starts here. */
export function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  for (;;) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
    end = text.indexOf('"', end + 1);
  }
}

const structure = /["{}[\]]/g;
const scalarEnd = /[,}\]\s]/g;

/** The position after the value that starts here. */
export function valueEnd(text: string, start: number): number {
  if (text.charCodeAt(start) === quote) return stringEnd(text, start);
  const opening = text[start];
  if (opening !== "{" && opening !== "[") return next(scalarEnd, text, start);
  let depth = 0;
  let at = start;
  for (;;) {
    const mark = text[at];
    if (mark === '"') {
      at = stringEnd(text, at);
    } else {
      if (mark === "{" || mark === "[") depth++;
      else depth--;
      at++;
      if (depth === 0) return at;
    }
    at = next(structure, text, at);
  }
}

function next(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.exec(text)?.index ?? text.length;
}
