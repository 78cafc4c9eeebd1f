import type { Finding, Problem } from "../../report/findings/finding.js";
import { type ArtifactManifest, pathRoles } from "../document/manifest.js";
import { placed, type ReadManifest } from "../document/read-manifest.js";
import type { ManifestFormat } from "../format.js";

/** The result of a verification. It failed if a finding is an error. */
export interface Verification {
  /** Faults of the manifest and its assets, then files that it doesn't list. */
  readonly findings: readonly Finding[];
  /** Findings that aren't shown. */
  readonly leftOut: number;
  /** Assets of the manifest, and those whose digests are right. */
  readonly assets: number;
  readonly verified: number;
  /** Size of all assets that were read, in bytes. */
  readonly bytes: number;
}

/** The verification of what isn't a valid manifest: nothing was read or requested. */
export function unverifiable({ findings, leftOut }: ReadManifest): Verification {
  return { findings, leftOut, assets: 0, verified: 0, bytes: 0 };
}

/** A problem of one asset; `message` is a sentence. */
export type AssetProblem = Pick<Problem, "code" | "message" | "level"> & { readonly at?: "path" | "sha256" };

/** What was found of one asset. */
export type AssetResult =
  | { readonly kind: "verified"; readonly size: number }
  | { readonly kind: "problem"; readonly problem: AssetProblem; readonly size?: number };

/** The verification of a valid manifest, from what was found of each asset in the order of the manifest. */
export function verificationOf(
  read: ReadManifest & { readonly manifest: ArtifactManifest },
  results: readonly AssetResult[],
  format: ManifestFormat,
): Verification {
  const { properties } = format;
  const ofAssets = results.flatMap((result, index) => {
    if (result.kind === "verified") return [];
    const { at = "path", ...problem } = result.problem;
    return [{ ...problem, pointer: `/${properties.assets}/${index}/${properties[at]}` }];
  });
  const problems = [...ownProblems(read.manifest, format), ...ofAssets];
  return {
    ...placed(read, problems),
    assets: results.length,
    verified: results.filter(({ kind }) => kind === "verified").length,
    bytes: results.reduce((sum, { size = 0 }) => sum + size, 0),
  };
}

/** What a manifest says twice, or doesn't say, although its schema allows it. */
function ownProblems(manifest: ArtifactManifest, { properties }: ManifestFormat): Problem[] {
  const first = new Map<string, string>();
  const twice = manifest.assets.flatMap(({ path, sha256 }, index): Problem[] => {
    const before = first.get(path);
    first.set(path, before ?? sha256);
    if (before === undefined) return [];
    const isSame = before === sha256;
    return [
      {
        code: "asset-twice",
        message: `the path is listed before, ${isSame ? "with the same digest" : "with another digest"}`,
        pointer: `/${properties.assets}/${index}/${properties.path}`,
        level: isSame ? "warning" : undefined,
      },
    ];
  });
  const unlisted = pathRoles.flatMap((role): Problem[] => {
    const [name, path] = [properties[role], manifest[role]];
    if (name === undefined || path === undefined || first.has(path)) return [];
    const message = `the ${role} isn't among the assets, so nothing says what its digest must be`;
    return [{ code: "named-file-unlisted", message, pointer: `/${name}`, level: "warning" }];
  });
  return [...twice, ...unlisted];
}

/** The problem of an asset with other content than the manifest says. */
export function mismatch(actual: string): AssetProblem {
  return { code: "digest-mismatch", message: `the file has another digest: ${actual}`, at: "sha256" };
}
