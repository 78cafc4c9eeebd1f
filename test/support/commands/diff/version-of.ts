import { stringify } from "yaml";
import { compareVersions } from "../../../../commands/diff/compare-versions.js";
import type { CompareOptions } from "../../../../commands/diff/comparison.js";
import type { Finding } from "../../../../commands/diff/finding.js";
import type { Version } from "../../../../commands/diff/version.js";
import type { InputFile } from "../../../../reader/documents/input.js";
import { loadContracts } from "../../../../reader/documents/load.js";

/** A version that consists of documents, by file name: `clauses.…` is a ledger, `conformance/…` has cases. */
export async function versionOf(files: Readonly<Record<string, unknown>>): Promise<Version> {
  const folder = "/contracts";
  const inputs = Object.entries(files).map(([name, value]) => ({
    path: `${folder}/${name}`,
    file: name,
    name,
    text: typeof value === "string" ? value : stringify(value),
    role: roleOf(name),
  }));
  const contracts = await loadContracts(inputs, folder);
  if (contracts.problems.length > 0)
    throw new Error(contracts.problems.map(({ message }) => message).join("\n"));
  return { label: "contracts", contracts, names: new Map(inputs.map(({ path, name }) => [path, name])) };
}

/** The findings of a comparison of two documents, from the consumer's side unless told otherwise. */
export async function findingsBetween(
  old: unknown,
  current: unknown,
  { file = "api.yaml", ...options }: Partial<CompareOptions> & { readonly file?: string } = {},
): Promise<readonly Finding[]> {
  const versions = { old: await versionOf({ [file]: old }), new: await versionOf({ [file]: current }) };
  return compareVersions(versions, {
    keep: new Set(["consumer"]),
    mode: "full",
    // Time stands still, so that steps alone limit a decision.
    time: 10_000,
    now: () => 0,
    ...options,
  }).findings;
}

function roleOf(name: string): InputFile["role"] {
  if (name.startsWith("clauses.")) return "ledger";
  return name.startsWith("conformance/") ? "case" : "contract";
}
