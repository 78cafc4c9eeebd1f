import { stringify } from "yaml";
import { compareVersions } from "../../../../commands/diff/compare-versions.js";
import type { ChangeFinding, CompareOptions } from "../../../../commands/diff/comparison.js";
import type { Version } from "../../../../commands/diff/version.js";
import type { InputFile } from "../../../../reader/documents/input.js";
import { loadContracts } from "../../../../reader/documents/load.js";

/** A version that consists of documents, by file name: `clauses.…` is a ledger, `conformance/…` has cases. */
export async function loadVersion(files: Readonly<Record<string, unknown>>): Promise<Version> {
  const folder = "/contracts";
  const inputs = Object.entries(files).map(([name, value]) => ({
    path: `${folder}/${name}`,
    file: name,
    name,
    text: typeof value === "string" ? value : stringify(value),
    role: fileRole(name),
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
): Promise<readonly ChangeFinding[]> {
  const versions = { old: await loadVersion({ [file]: old }), new: await loadVersion({ [file]: current }) };
  return compareVersions(versions, {
    keep: new Set(["consumer"]),
    mode: "full",
    // Time stands still, so that steps alone limit a decision.
    time: 10_000,
    now: () => 0,
    ...options,
  }).findings;
}

function fileRole(name: string): InputFile["role"] {
  if (name.startsWith("clauses.")) return "ledger";
  if (name.startsWith("conformance/")) return "case";
  return "contract";
}
