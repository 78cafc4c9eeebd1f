import { compilePattern, patternFlags } from "../../documents/pattern.js";
import { type PatternPart, patternParts } from "./pattern-parts.js";

/** A text as a shape: fixed text, and characters of which any may take the place. */
export type TextShape = readonly (string | { readonly of: string; readonly length: number })[];

/** Texts longer than this aren't made. */
const mostCharacters = 1000;

/** Letters and digits first, as in examples that people write. */
const common =
  "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_-. /:@#+%&=?!,;~$*'\"()[]{}<>|\\^`\t\n";
const rare = ["é", "世", "😀", "\u00a0", "\u0000"];
const repetitions = [1, 0, 3, 8, 16, 32];

/** Shapes of texts that match a pattern, a few lengths of each, shortest first; empty if none was found. */
export function* patternShapes(pattern: string, lengths: readonly number[] = []): Generator<TextShape> {
  const parts = patternParts(pattern);
  if (parts === undefined) return;
  const expression = compilePattern(pattern);
  for (const option of [0, 1, 2])
    for (const times of [...repetitions, ...lengths]) {
      const shape = shapeOf(parts, { option, times });
      if (shape !== undefined && expression.test(textOf(shape))) yield shape;
    }
}

/** The text of a shape: of each set of characters the first ones, in turn. */
export function textOf(shape: TextShape): string {
  return shape
    .map((part) =>
      typeof part === "string"
        ? part
        : Array.from({ length: part.length }, (_, at) => part.of[at % part.of.length] ?? "").join(""),
    )
    .join("");
}

interface Taste {
  /** Number of the alternative to take, if there are that many. */
  readonly option: number;
  /** How often to repeat what may be repeated any number of times. */
  readonly times: number;
}

function shapeOf(parts: readonly PatternPart[], taste: Taste): TextShape | undefined {
  const shape: TextShape[number][] = [];
  let left = mostCharacters;
  const add = (part: PatternPart): boolean => {
    if (--left < 0) return false;
    switch (part.kind) {
      case "character": {
        const of = charactersOf(part.source);
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
  return parts.every(add) ? joined(shape) : undefined;
}

const known = new Map<string, string | undefined>();
const mostKnown = 1000;

/** The common characters that a source matches, or a rare one; `undefined` if none is known. */
function charactersOf(source: string): string | undefined {
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
