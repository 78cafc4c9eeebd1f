import type { Layout } from "./sources.js";

/** As much of a source as telling its layout takes, in bytes. */
export const sampleBytes = 64 * 1024;

/** Lines that are looked at. */
const sampled = 20;

/** Tells JSON from NDJSON by the first bytes of a source; `whole`: there are no more. */
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
  // One long line is the same document in both layouts, and as a line it isn't held in memory twice.
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
