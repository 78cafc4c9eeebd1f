import { generate } from "../../../generator/generate.js";
import { checkReferences } from "../../../reader/check/references.js";
import { checkVersions } from "../../../reader/check/versions.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import { ContractError } from "../../../reader/documents/diagnostic.js";
import { readTemplates } from "../../../reader/documents/templates.js";
import { pairDocuments } from "../pair-documents.js";
import type { Version, Versions } from "../version.js";

/** A generated SDK: the text of each module that has public types, by its path. */
export type Sdk = ReadonlyMap<string, string>;

/** A version with its documents named so that the SDKs of both versions have the same modules. */
export interface NamedVersion {
  readonly version: Version;
  readonly contracts: Contracts;
}

/** Both versions; a document has the name that its counterpart has in the new version. */
export function namedAlike(versions: Versions): { readonly old: NamedVersion; readonly new: NamedVersion } {
  const { old, new: current } = versions;
  const names = new Map(old.contracts.names);
  const rename = (from: string | undefined, to: string | undefined): void => {
    const name = to === undefined ? undefined : current.contracts.names.get(to);
    if (from !== undefined && name !== undefined) names.set(from, name);
  };
  for (const kind of ["openapi", "asyncapi"] as const)
    for (const pair of pairDocuments(versions, kind).pairs) rename(pair.old.path, pair.new.path);
  const alone = (version: Version) => [...version.names].find(([, name]) => name === "")?.[0];
  rename(alone(old), alone(current));
  return {
    old: { version: old, contracts: { ...old.contracts, names } },
    new: { version: current, contracts: current.contracts },
  };
}

/** The outputs with public types that either version has something for. */
export function outputsOf(versions: readonly Version[]): readonly string[] {
  const some = (kind: "openapi" | "asyncapi" | "schemas"): boolean =>
    versions.some(({ contracts }) => contracts[kind].length > 0);
  return [
    "types",
    ...(some("openapi") ? ["client"] : []),
    ...(some("asyncapi") ? ["protocol"] : []),
    ...(some("asyncapi") || some("schemas") ? ["validators"] : []),
  ];
}

/** The SDK that `oipkit generate` would write. Throws `ContractError` and what `generate` throws. */
export async function generateSdk(contracts: Contracts, only: readonly string[]): Promise<Sdk> {
  const [problem] = [...checkVersions(contracts), ...checkReferences(contracts)].filter(
    ({ severity }) => severity === "error",
  );
  if (problem !== undefined) throw new ContractError([problem]);
  const files = await generate(contracts, { templates: await readTemplates(undefined), only });
  const modules = files.filter(({ path }) => path.endsWith(".ts") && !internal.test(path));
  return new Map(modules.map(({ path, text }) => [path, text]));
}

/** Modules that nobody imports but the SDK itself. */
const internal = /^validators\/(?:support|.*\.definitions)\./;
