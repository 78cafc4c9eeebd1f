import { relative } from "node:path";
import { slashes } from "../../../reader/documents/input.js";
import type { SourceVersion } from "./source-version.js";

/** The paths of a version's documents below the contracts' folder, by their files as places show them. */
export function namesOf({
  contracts,
  folder,
}: Pick<SourceVersion, "contracts" | "folder">): Map<string, string> {
  return new Map(
    [...contracts.documents.values()].map(({ file, path }) => [file, slashes(relative(folder, path))]),
  );
}
