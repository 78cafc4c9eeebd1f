import type { ReportedFinding } from "./finding.js";
import type { ReportedPart } from "./reporter.js";

/** Findings in parts, one for each file, in the order in which the files first occur. */
export function partsByFile<Found extends ReportedFinding>(
  findings: readonly Found[],
): ReportedPart<Found>[] {
  const byFile = new Map<string, Found[]>();
  for (const finding of findings) {
    const known = byFile.get(finding.file);
    if (known === undefined) byFile.set(finding.file, [finding]);
    else known.push(finding);
  }
  return [...byFile].map(([file, found]) => ({ file, first: true, last: true, findings: found }));
}
