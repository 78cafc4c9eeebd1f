import { contentKind, fitOf } from "./media-type.js";

interface Range {
  readonly range: string;
  readonly quality: number;
}

/** Most ranges of an `Accept` header that count. */
const mostRanges = 100;

function rangesOf(header: string): readonly Range[] {
  return header
    .split(",", mostRanges)
    .map((part) => {
      const [range = "", ...parameters] = part.split(";");
      const weight = parameters.map((each) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(each)?.[1]).find(Boolean);
      return { range: range.trim(), quality: Math.min(1, Number(weight ?? 1)) || 0 };
    })
    .filter(({ range }) => range !== "");
}

/**
 * The media types that an `Accept` header allows, the best first: by quality, then JSON, then in the given order. Without
 * a header, all of them.
 */
export function acceptable(types: readonly string[], header: string | undefined): readonly string[] {
  const ranges = rangesOf(header ?? "*/*");
  const rated = types.map((type, at) => ({ type, at, quality: qualityOf(type, ranges) }));
  const isJson = (type: string): number => (contentKind(type) === "json" ? 1 : 0);
  return rated
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || isJson(b.type) - isJson(a.type) || a.at - b.at)
    .map(({ type }) => type);
}

/** The quality of the most specific range that fits; a declared range such as `image/*` is any type in it. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  let best = { score: 0, quality: 0 };
  for (const { range, quality } of ranges) {
    const score = Math.max(fitOf(range, type), type.includes("*") ? fitOf(type, range) : 0);
    if (score > best.score) best = { score, quality };
  }
  return best.quality;
}
