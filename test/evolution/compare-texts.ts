import { compareVersions } from "../../evolution/compare-versions.js";
import type { Finding, Party } from "../../evolution/finding.js";
import type { Version } from "../../evolution/version.js";
import type { InputFile } from "../../generator/read/input.js";
import { loadContracts } from "../../generator/read/load.js";
import { json } from "../../text/json.js";

/** Contents of files by name: text, or data that is written as JSON. */
export type Files = Readonly<Record<string, unknown>>;

/** The findings of two versions, for programs of the consumer unless stated otherwise. */
export async function compareTexts(
  old: Files,
  current: Files,
  ...keep: readonly Party[]
): Promise<readonly Finding[]> {
  const versions = { old: await versionOf(old), new: await versionOf(current) };
  const options = { mode: "full", time: 2000, now: () => 0 } as const;
  return compareVersions(versions, { ...options, keep: new Set(keep.length === 0 ? ["consumer"] : keep) })
    .findings;
}

/** Findings as lines such as `error event-removed #/components/messages/A`, by their new place or their old one. */
export function outlined(findings: readonly Finding[]): string[] {
  return findings.map(
    ({ level, code, old, new: current }) => `${level} ${code} #${(current ?? old)?.pointer ?? ""}`,
  );
}

async function versionOf(files: Files): Promise<Version> {
  const inputs = Object.entries(files).map(([name, content]): InputFile => {
    const text = typeof content === "string" ? content : json(content);
    return { path: `/contracts/${name}`, file: name, text, name, role: roleOf(name) };
  });
  const contracts = await loadContracts(inputs, "/");
  if (contracts.problems.length > 0) throw new Error(json(contracts.problems));
  return { label: "contracts", contracts, names: new Map(inputs.map(({ path, name }) => [path, name])) };
}

function roleOf(name: string): InputFile["role"] {
  if (name.startsWith("clauses.")) return "ledger";
  return name.startsWith("conformance/") ? "case" : "contract";
}
