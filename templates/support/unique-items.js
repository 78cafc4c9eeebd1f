import { maxDepth, refuseDeeper } from "./depth.js";
import { isStructure } from "./value.js";

/**
 * Whether a list contains two equal JSON values, in linear time.
 * @param {readonly unknown[]} items
 * @returns {boolean}
 */
export function holdsTwice(items) {
  const scalars = new Set();
  const structures = new Set();
  for (const item of items) {
    const isScalar = !isStructure(item);
    const seen = isScalar ? scalars : structures;
    const before = seen.size;
    seen.add(isScalar ? item : canonicalText(item));
    if (seen.size === before) return true;
  }
  return false;
}

function canonicalText(value, depth = 1) {
  if (depth >= maxDepth) refuseDeeper(value);
  const textOf = (part) => canonicalText(part, depth + 1);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (isStructure(value)) {
    const names = Object.keys(value).sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${textOf(value[name])}`).join()}}`;
  }
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
