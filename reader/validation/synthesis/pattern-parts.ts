/** A part of a regular expression, as far as it is needed to write a text that matches. */
export type PatternPart =
  /** One character, by the source that matches it. */
  | { readonly kind: "character"; readonly source: string }
  | { readonly kind: "either"; readonly options: readonly (readonly PatternPart[])[] }
  | { readonly kind: "repeat"; readonly part: PatternPart; readonly least: number; readonly most: number };

const quantifier = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/;
const escaped = /^\\(?:u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[\s\S])/u;
const group = /^\((?:\?(?::|<[A-Za-z_$][\w$]*>))?/;
const lookaround = /^\(\?<?[=!]/;

/**
 * The parts of a valid regular expression; `undefined` for back references. Anchors and look-around are
 * left out, so a text that matches the parts may not match the expression.
 */
export function patternParts(source: string): readonly PatternPart[] | undefined {
  let at = 0;
  let isKnown = true;
  const take = (expression: RegExp): RegExpExecArray | null => {
    const found = expression.exec(source.slice(at, at + 200));
    at += found?.[0].length ?? 0;
    return found;
  };

  function options(): readonly (readonly PatternPart[])[] {
    const all: PatternPart[][] = [[]];
    while (at < source.length && source[at] !== ")") {
      if (source[at] === "|") {
        at++;
        all.push([]);
        continue;
      }
      const part = quantified(one());
      if (part !== undefined) all.at(-1)?.push(part);
    }
    return all;
  }

  function one(): PatternPart | undefined {
    const first = source[at] ?? "";
    if (first === "^" || first === "$") return skip(1);
    if (first === "(") {
      const isIgnored = take(lookaround) !== null;
      if (!isIgnored) take(group);
      const inside = options();
      at++;
      return isIgnored ? undefined : { kind: "either", options: inside };
    }
    if (first === "[") return character(classLength(source, at));
    if (first !== "\\") return character(String.fromCodePoint(source.codePointAt(at) ?? 0).length);
    const [text = ""] = escaped.exec(source.slice(at, at + 200)) ?? [];
    if (/^\\[bB]$/.test(text)) return skip(2);
    if (/^\\[1-9k]/.test(text)) isKnown = false;
    return character(Math.max(text.length, 1));
  }

  function skip(length: number): undefined {
    at += length;
  }

  function character(length: number): PatternPart {
    const part = { kind: "character", source: source.slice(at, at + length) } as const;
    at += length;
    return part;
  }

  function quantified(part: PatternPart | undefined): PatternPart | undefined {
    const found = take(quantifier);
    if (found === null || part === undefined) return part;
    const [, sign, low, comma, high] = found;
    if (sign !== undefined)
      return { kind: "repeat", part, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    const least = Number(low);
    return {
      kind: "repeat",
      part,
      least,
      most: high ? Number(high) : comma ? Number.POSITIVE_INFINITY : least,
    };
  }

  const parts: PatternPart[] = [{ kind: "either", options: options() }];
  return isKnown && at >= source.length ? parts : undefined;
}

/** Length of the character class that begins at a position. */
function classLength(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== "]") at += source[at] === "\\" ? 2 : 1;
  return at + 1 - start;
}
