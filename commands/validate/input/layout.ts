import type { Layout } from "./sources.js";

/** How many bytes of a source suffice to detect its layout. */
export const sampleBytes = 64 * 1024;

/** Number of lines that are examined. */
const sampled = 20;

/** Detects JSON or NDJSON from the first bytes of a source; `whole`: the sample is the whole source. */
export function layoutOfContent(sample: Uint8Array, whole: boolean): NonNullable<Layout> {
  const text = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength)
    .toString("utf8")
    .replace(/^\ufeff/, "");
  if (whole && parses(text)) return "json";
  const lines = text.split("\n");
  // The last line may be cut off.
  if (!whole && lines.length > 1) lines.pop();
  const filled = lines.filter((line) => line.trim() !== "").slice(0, sampled);
  if (filled.length === 0) return "json";
  // A single long line is the same document in both layouts, and NDJSON doesn't hold it in memory twice.
  if (!whole && lines.length === 1) return "ndjson";
  return filled.filter(parses).length * 2 > filled.length || (filled.length > 1 && parses(filled[0] ?? ""))
    ? "ndjson"
    : "json";
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
