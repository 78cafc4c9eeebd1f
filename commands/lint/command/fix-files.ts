import type { InputFile } from "../../../reader/documents/input.js";
import { fileOutput } from "../../report/file-output.js";
import { applyFixes } from "../fixes/apply-fixes.js";
import type { Fix } from "../fixes/fix.js";
import type { LintFinding } from "../lint.js";

/**
 * Corrects the named files, each of which is replaced as a whole. Files that only references lead to stay. Returns the
 * number of corrections. Throws `DocumentsError` if a file can't be written.
 */
export async function fixFiles(
  findings: readonly LintFinding[],
  inputs: readonly InputFile[],
  cwd: string,
): Promise<number> {
  const fixes = new Map<string, Fix[]>();
  for (const { path, fix } of findings)
    if (path !== undefined && fix !== undefined) fixes.set(path, [...(fixes.get(path) ?? []), fix]);
  let count = 0;
  for (const { path, text } of inputs) {
    const { text: fixed, applied } = applyFixes(path, text, fixes.get(path) ?? []);
    if (applied === 0) continue;
    const output = fileOutput(path, cwd);
    await output.write(fixed);
    await output.commit();
    count += applied;
  }
  return count;
}
