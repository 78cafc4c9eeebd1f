/** How a regular expression of a contract is read. */
type PatternReading =
  /** ECMA-262 with the `u` flag, as JSON Schema recommends. */
  | { readonly kind: "unicode" }
  /** Valid only without the flag, such as `[\w-.]` or `\_`, and compiled without it. */
  | { readonly kind: "legacy"; readonly reason: string }
  /** It doesn't compile, or means something in another language of regular expressions that ECMA-262 doesn't have. */
  | { readonly kind: "unreadable"; readonly reason: string };

/** How a `pattern` or a key of `patternProperties` is read. */
export function readPattern(pattern: string): PatternReading {
  const strict = patternProblem(pattern, "u");
  if (strict === undefined) return { kind: "unicode" };
  const reason = patternProblem(pattern, "") ?? foreignPart(pattern);
  if (reason === undefined) return { kind: "legacy", reason: strict };
  return { kind: "unreadable", reason };
}

/** The flags with which a pattern is compiled: none if it is valid only without `u`. */
export function patternFlags(pattern: string): "u" | "" {
  if (readPattern(pattern).kind === "legacy") return "";
  return "u";
}

function patternProblem(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error.message.replace(/^Invalid regular expression: /, "");
    /* v8 ignore next */
    return String(error);
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

/**
 * Whether a valid pattern (`u` flag) takes linear time at first sight: it repeats nothing a variable number of times, or
 * one character once and is anchored. Most patterns of contracts are like that and needn't be analysed.
 */
export function isSimplePattern(pattern: string): boolean {
  if (/\\(?:[1-9]|k<)/.test(pattern)) return false;
  const plain = pattern
    .replace(/\\(?:u\{[^}\\]*\}|[pP]\{[^}\\]*\}|.)/gsu, "a")
    .replace(/\[[^\]]*\]?/g, "a")
    .replace(/\((?:\?(?:<[=!]|<[^>]*>|[:=!]))?/g, "(");
  if (/\)[*+?{]/.test(plain)) return false;
  const repetitions = plain.match(/[*+?]|\{\d+,\d*\}/g)?.length ?? 0;
  return repetitions === 0 || (repetitions === 1 && plain.startsWith("^") && !plain.includes("|"));
}
