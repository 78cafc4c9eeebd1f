import type { Finding, Place } from "./finding.js";

/**
 * One finding for each code and each pair of places, with all schemas that the change reaches;
 * sorted by the place in the new version.
 */
export function merged(findings: readonly Finding[]): Finding[] {
  const byKey = new Map<string, Finding>();
  for (const finding of findings) {
    const key = [finding.code, keyOf(finding.old), finding.new && keyOf(finding.new)].join("\n");
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, finding);
    else if (known.schemas.includes(finding.schemas[0] ?? "")) continue;
    else byKey.set(key, { ...known, schemas: [...known.schemas, ...finding.schemas] });
  }
  return [...byKey.values()].sort(
    (a, b) => compare(a.new ?? a.old, b.new ?? b.old) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
}

function keyOf({ file, pointer }: Place): string {
  return `${file}#${pointer}`;
}

function compare(a: Place, b: Place): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
