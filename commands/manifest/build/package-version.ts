import { dirname, join } from "node:path";
import { readRegularFile, utf8Text } from "../../../reader/documents/regular-file.js";
import { ManifestError } from "../errors.js";

const maxPackage = 1024 * 1024;

/** The version in the `package.json` of a folder, given by absolute path, or of the nearest one above. Throws `ManifestError` if there is none. */
export function readPackageVersion(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, "package.json");
    const found = readRegularFile(path, maxPackage);
    if (found.kind === "bytes") return versionIn(utf8Text(found.bytes) ?? "", path);
    if (found.kind !== "absent") throw new ManifestError("file-unusable", `${path} ${found.problem}`);
    if (dirname(at) === at)
      throw new ManifestError("file-unusable", "there is no package.json in this folder or above");
  }
}

function versionIn(text: string, path: string): string {
  let version: unknown;
  try {
    version = (JSON.parse(text) as { version?: unknown } | null)?.version;
  } catch (cause) {
    throw new ManifestError("file-unusable", `${path} isn't valid JSON`, { cause });
  }
  if (typeof version === "string") return version;
  throw new ManifestError("file-unusable", `${path} has no \`version\``);
}
