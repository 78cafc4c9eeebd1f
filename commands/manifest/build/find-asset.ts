import { nearestNames } from "@oipkit/runtime/nearest-names";
import type { Finding } from "../../report/findings/finding.js";
import { fileFinding } from "../file-finding.js";
import { globOf, matchesPath } from "../files/glob.js";

/** A file that an option names. */
export interface NamedAsset {
  /** What it is, such as `entry`. */
  readonly role: string;
  /** A path in the folder, with or without a slash in front; `*` matches a part of a name, such as a hash. */
  readonly wanted: string;
}

/** The one file that an option names, or why there isn't exactly one. `folder` is shown in the finding. */
export function findAsset(
  { role, wanted }: NamedAsset,
  paths: readonly string[],
  folder: string,
): { readonly path: string | undefined; readonly findings: readonly Finding[] } {
  const path = wanted.replace(/^\//, "");
  if (paths.includes(path)) return { path, findings: [] };
  const matching = path.includes("*") ? paths.filter((each) => matchesPath(globOf(path), each)) : [];
  if (matching.length === 1) return { path: matching[0], findings: [] };
  const none = matching.length === 0;
  const near = nearestNames(path, paths.slice(0, 1000));
  const some = `${matching.slice(0, 3).join(", ")}${matching.length > 3 ? ", …" : ""}`;
  const message = none
    ? `no file in the folder is \`${path}\`, the ${role}`
    : `${matching.length} files match \`${path}\`, the ${role}: ${some}`;
  const hint = none
    ? near.length > 0
      ? `Did you mean ${near.map((name) => `\`${name}\``).join(" or ")}?`
      : `Set the ${role} to the path of a file in the folder.`
    : "Write a pattern that matches one file.";
  return {
    path: undefined,
    findings: [fileFinding({ file: folder, code: "named-file-missing", message, hint })],
  };
}
