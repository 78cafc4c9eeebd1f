/** How a regular expression of a contract is read. */
export type PatternReading =
  /** ECMA-262 with the `u` flag, as JSON Schema recommends. */
  | { readonly kind: "unicode" }
  /** Valid only without the flag, such as `[\w-.]` or `\_`, and compiled without it. */
  | { readonly kind: "legacy"; readonly reason: string }
  /** It doesn't compile, or means something in another language of regular expressions that ECMA-262 doesn't have. */
  | { readonly kind: "unreadable"; readonly reason: string };

/** How a `pattern` or a key of `patternProperties` is read. */
export function readPattern(pattern: string): PatternReading {
  const strict = problemOf(pattern, "u");
  if (strict === undefined) return { kind: "unicode" };
  const reason = problemOf(pattern, "") ?? foreignPart(pattern);
  return reason === undefined ? { kind: "legacy", reason: strict } : { kind: "unreadable", reason };
}

/** The flags with which a pattern is compiled: none if it is valid only without `u`. */
export function patternFlags(pattern: string): "u" | "" {
  return readPattern(pattern).kind === "legacy" ? "" : "u";
}

/** A pattern as an expression of JavaScript. Throws `SyntaxError` if it is unreadable. */
export function compilePattern(pattern: string): RegExp {
  const reading = readPattern(pattern);
  if (reading.kind === "unreadable") throw new SyntaxError(reading.reason);
  return new RegExp(pattern, reading.kind === "legacy" ? "" : "u");
}

function problemOf(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    return error instanceof Error
      ? error.message.replace(/^Invalid regular expression: /, "")
      : /* v8 ignore next */ String(error);
  }
}

/** Escapes of letters and digits that ECMA-262 knows without the `u` flag; any other would stand for the letter itself. */
const knownEscape = /^\\(?:[dDwWsSbBtnvfr0-9]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|c[A-Za-z]|k<|[^A-Za-z])/s;

/**
 * What a pattern takes from another language, such as `\p{Alnum}`, `\Z` and `[[:alpha:]]`. Without the `u` flag these compile,
 * but stand for their letters, so nearly every value that the author allows would be refused.
 */
function foreignPart(pattern: string): string | undefined {
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const rest = pattern.slice(at, at + 12);
    if (rest.startsWith("\\")) {
      const known = knownEscape.exec(rest)?.[0];
      if (known === undefined) return `/${pattern}/: \`${rest.slice(0, 2)}\` isn't ECMA-262`;
      at += known.length - 1;
    } else if (!inClass && /^\{,\d+\}/.test(rest))
      return `/${pattern}/: a quantifier needs its lower bound, as in \`{0${rest.slice(1, rest.indexOf("}") + 1)}\``;
    else if (inClass && /^\[[:.=][a-z]/.test(rest))
      return `/${pattern}/: \`${rest.slice(0, 2)}\` isn't ECMA-262`;
    else if (rest.startsWith("[")) inClass = true;
    else if (rest.startsWith("]")) inClass = false;
  }
  return undefined;
}
