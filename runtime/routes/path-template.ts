/** A compiled path template: the parameters of a path that matches it, not yet decoded, or `undefined`. */
export interface PathTemplate {
  /** How many segments it has. */
  readonly segments: number;
  /** How many characters of it are literal. */
  readonly literal: number;
  readonly match: (segments: readonly string[]) => [name: string, text: string][] | undefined;
}

interface Segment {
  /** Literal texts before, between and after the parameters; one more than there are parameters. */
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/** Compiles a template such as `/things/{id}:close`. A parameter is at least one character and never contains a slash. */
export function compileTemplate(path: string): PathTemplate {
  const segments = path.split("/").map(segmentOf);
  return {
    segments: segments.length,
    literal: segments.reduce((sum, { texts }) => sum + texts.join("").length, 0),
    match: (given) => {
      const found: [string, string][] = [];
      for (const [index, segment] of segments.entries())
        if (!matchSegment(segment, given[index] ?? "", found)) return undefined;
      return found;
    },
  };
}

function segmentOf(text: string): Segment {
  const parts = text.split(/\{([^{}]*)\}/);
  return {
    texts: parts.filter((_, index) => index % 2 === 0),
    names: parts.filter((_, index) => index % 2 === 1),
  };
}

/** In linear time: each literal is taken at its first place, which leaves the most for those after it; the last one ends the text. */
function matchSegment({ texts, names }: Segment, text: string, found: [string, string][]): boolean {
  const [start = "", ...others] = texts;
  const end = others.pop();
  if (end === undefined) return text === start;
  if (!text.startsWith(start) || !text.endsWith(end)) return false;
  const limit = text.length - end.length;
  let at = start.length;
  for (const [index, name] of names.entries()) {
    const next = others[index];
    const until = next === undefined ? limit : text.indexOf(next, at + 1);
    if (until <= at || until + (next ?? "").length > limit) return false;
    found.push([name, text.slice(at, until)]);
    at = until + (next ?? "").length;
  }
  return true;
}
