import { compilePattern } from "../../patterns/compile-pattern.js";
import { patternFlags } from "../../patterns/read-pattern.js";

/** A text as a shape: fixed text, and characters of which any may take the place. */
type TextShape = readonly (string | { readonly of: string; readonly length: number })[];

/** Texts longer than this aren't made. */
const mostCharacters = 1000;

/** Letters and digits first, as in examples that people write. */
const common =
  "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_-. /:@#+%&=?!,;~$*'\"()[]{}<>|\\^`\t\n";
const rare = ["é", "世", "😀", "\u00a0", "\u0000"];
const repetitions = [1, 0, 3, 8, 16, 32];

/** How to look for texts. */
interface ShapeOptions {
  /** More numbers of repetitions to try. */
  readonly lengths?: readonly number[];
  /** Whether the pattern matches a text. Default: as validators find it. */
  readonly matches?: ((text: string) => boolean) | undefined;
}

/** Shapes of texts that match a pattern, a few lengths of each, shortest first; empty if none was found. */
export function* patternShapes(
  pattern: string,
  { lengths = [], matches }: ShapeOptions = {},
): Generator<TextShape> {
  const parts = patternParts(pattern);
  if (parts === undefined) return;
  const isMatch = matches ?? ((text: string) => compilePattern(pattern).test(text));
  for (const option of [0, 1, 2])
    for (const times of [...repetitions, ...lengths]) {
      const shape = patternShape(parts, { option, times });
      if (shape !== undefined && isMatch(shapeText(shape))) yield shape;
    }
}

/** The text of a shape: of each set of characters the first ones, in turn. */
export function shapeText(shape: TextShape): string {
  return shape
    .map((part) => {
      if (typeof part === "string") return part;
      return Array.from({ length: part.length }, (_, at) => part.of[at % part.of.length] ?? "").join("");
    })
    .join("");
}

interface Taste {
  /** Number of the alternative to take, if there are that many. */
  readonly option: number;
  /** How often to repeat what may be repeated any number of times. */
  readonly times: number;
}

function patternShape(parts: readonly PatternPart[], taste: Taste): TextShape | undefined {
  const shape: TextShape[number][] = [];
  let left = mostCharacters;
  const add = (part: PatternPart): boolean => {
    if (--left < 0) return false;
    switch (part.kind) {
      case "character": {
        const of = matchingCharacters(part.source);
        if (of === undefined) return false;
        shape.push(of.length === 1 || /\p{Cs}|[^\0-\u{ffff}]/u.test(of) ? of : { of, length: 1 });
        return true;
      }
      case "either":
        return (part.options[taste.option % part.options.length] ?? []).every(add);
      case "repeat": {
        const times = Math.min(part.most, Math.max(part.least, taste.times));
        if (times > mostCharacters) return false;
        for (let time = 0; time < times; time++) if (!add(part.part)) return false;
        return true;
      }
    }
  };
  if (parts.every(add)) return joined(shape);
  return undefined;
}

const known = new Map<string, string | undefined>();
const mostKnown = 1000;

/** The common characters that a source matches, or a rare one; `undefined` if none is known. */
function matchingCharacters(source: string): string | undefined {
  if (known.has(source)) return known.get(source);
  const expression = new RegExp(`^(?:${source})$`, `s${patternFlags(source)}`);
  const matching = [...common].filter((character) => expression.test(character)).join("");
  const found = matching === "" ? rare.find((character) => expression.test(character)) : matching;
  if (known.size >= mostKnown) known.clear();
  known.set(source, found);
  return found;
}

/** Neighbours of the same kind as one. */
function joined(shape: TextShape): TextShape {
  const all: TextShape[number][] = [];
  for (const part of shape) {
    const last = all.at(-1);
    if (typeof part === "string" && typeof last === "string") all[all.length - 1] = last + part;
    else if (typeof part === "object" && typeof last === "object" && last.of === part.of)
      all[all.length - 1] = { of: part.of, length: last.length + part.length };
    else all.push(part);
  }
  return all;
}

/** A part of a regular expression, as far as it is needed to write a text that matches. */
type PatternPart =
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
function patternParts(source: string): readonly PatternPart[] | undefined {
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
      if (isIgnored) return undefined;
      return { kind: "either", options: inside };
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
    const repeat = (least: number, most: number): PatternPart => ({ kind: "repeat", part, least, most });
    if (sign === "?") return repeat(0, 1);
    if (sign !== undefined) return repeat(sign === "+" ? 1 : 0, Number.POSITIVE_INFINITY);
    const least = Number(low);
    if (high) return repeat(least, Number(high));
    if (comma) return repeat(least, Number.POSITIVE_INFINITY);
    return repeat(least, least);
  }

  const parts: PatternPart[] = [{ kind: "either", options: options() }];
  if (isKnown && at >= source.length) return parts;
  return undefined;
}

/** Length of the character class that begins at a position. */
function classLength(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== "]") at += source[at] === "\\" ? 2 : 1;
  return at + 1 - start;
}
