import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import { type Alias, isAlias, isMap, isPair, isScalar, isSeq, type Node } from "yaml";
import type { YamlDocument } from "./parse-yaml-nodes.js";

/** What a value is with all its aliases replaced. */
interface Extent {
  /** In characters of the text. */
  readonly size: number;
  /** Levels of lists and objects. */
  readonly height: number;
}

/** An alias that makes a document too large or too deep. */
export interface Excess {
  readonly kind: "too-large" | "too-deep";
  readonly alias: Alias;
  /** Size of the whole document with aliases replaced, in characters. */
  readonly size: number;
}

/** How many times its own length a text may grow to if its aliases are replaced; guessed, real contracts stay below 2. */
export const maxExpansion = 10;

/** Guessed: a short text may repeat itself more often. */
const alwaysAllowed = 100_000;

/**
 * The alias to blame if replacing all aliases makes a document longer than `maxExpansion` times its text, or deeper than
 * `maxJsonDepth`. Doesn't replace any. The aliases must be known to have anchors before them.
 */
export function excessOf({ contents }: YamlDocument, textLength: number): Excess | undefined {
  const known = new Map<string, Extent>();
  let largest: { alias: Alias; size: number } | undefined;
  let deepest: Alias | undefined;
  const extentOf = (node: unknown, depth: number): Extent => {
    const extent = isAlias(node) ? aliased(node, depth) : written(node, depth);
    const { anchor } = (node ?? {}) as { anchor?: string };
    if (anchor !== undefined) known.set(anchor, extent);
    return extent;
  };
  const aliased = (alias: Alias, depth: number): Extent => {
    const extent = known.get(alias.source) ?? { size: 0, height: 0 };
    if (largest === undefined || extent.size > largest.size) largest = { alias, size: extent.size };
    if (depth + extent.height > maxJsonDepth) deepest ??= alias;
    return extent;
  };
  const written = (node: unknown, depth: number): Extent => {
    if (!isMap(node) && !isSeq(node)) return { size: lengthOf(node), height: 0 };
    const parts = (node.items as unknown[]).flatMap((item) =>
      isPair(item) ? [item.key, item.value] : [item],
    );
    let size = 2;
    let height = 0;
    for (const part of parts) {
      const extent = extentOf(part, depth + 1);
      size += extent.size + 1;
      height = Math.max(height, extent.height);
    }
    return { size, height: height + 1 };
  };
  const { size } = extentOf(contents, 0);
  if (deepest !== undefined) return { kind: "too-deep", alias: deepest, size };
  if (largest === undefined || size <= Math.max(alwaysAllowed, maxExpansion * textLength)) return undefined;
  return { kind: "too-large", alias: largest.alias, size };
}

function lengthOf(node: unknown): number {
  if (!isScalar(node)) return 0;
  const [from = 0, to = 0] = (node as Node).range ?? [];
  return to - from;
}
