import { compareVersions } from "../../../../commands/diff/compare-versions.js";
import type { ChangeFinding, Party } from "../../../../commands/diff/comparison.js";
import { json } from "../../../../reader/text/json.js";
import { loadVersion } from "./version-of.js";

/** Contents of files by name: text, or data. */
export type Files = Readonly<Record<string, unknown>>;

/** The findings of two versions, for programs of the consumer unless stated otherwise. */
export async function compareTexts(
  old: Files,
  current: Files,
  ...keep: readonly Party[]
): Promise<readonly ChangeFinding[]> {
  const versions = { old: await loadVersion(asJson(old)), new: await loadVersion(asJson(current)) };
  const options = { mode: "full", time: 2000, now: () => 0 } as const;
  return compareVersions(versions, { ...options, keep: new Set(keep.length === 0 ? ["consumer"] : keep) })
    .findings;
}

/** Findings as lines such as `error event-removed #/components/messages/A`, by their new place or their old one. */
export function outlined(findings: readonly ChangeFinding[]): string[] {
  return findings.map(
    ({ level, code, old, new: current }) => `${level} ${code} #${(current ?? old)?.pointer ?? ""}`,
  );
}

/** JSON is read faster than YAML. */
function asJson(files: Files): Files {
  const texts = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === "string" ? content : json(content),
  ]);
  return Object.fromEntries(texts) as Files;
}
