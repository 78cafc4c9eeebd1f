import { readDisk } from "./read-disk.js";
import { readGit, readTarball } from "./read-snapshot.js";
import type { Source } from "./source.js";
import type { SourceOptions } from "./source-options.js";
import type { SourceVersion } from "./source-version.js";

/**
 * Reads a version of contracts, and the files that they refer to, which must be in the same version. Throws `UnusableInput` or
 * `InputError` if it can't be read, and `ContractError` if a file isn't valid.
 */
export function readSource(source: Source, options: SourceOptions): Promise<SourceVersion> {
  switch (source.kind) {
    case "disk":
      return readDisk(source, options);
    case "git":
      return readGit(source, options);
    case "tarball":
      return readTarball(source, options);
  }
}
