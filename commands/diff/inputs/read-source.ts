import type { ListedSource } from "./listed-source.js";
import { listDisk } from "./read-disk.js";
import { listGit, listTarball } from "./read-snapshot.js";
import type { Source } from "./source.js";
import type { SourceOptions } from "./source-options.js";
import type { SourceVersion } from "./source-version.js";

/**
 * Reads a version of contracts, and the files that they refer to, which must be in the same version. Throws `UnusableInput` or
 * `InputError` if it can't be read, and `ContractError` if a file isn't valid.
 */
export async function readSource(source: Source, options: SourceOptions): Promise<SourceVersion> {
  return (await listSource(source, options)).load();
}

/** Reads the files of a version. Throws `UnusableInput` or `InputError`. */
export function listSource(source: Source, options: SourceOptions): Promise<ListedSource> {
  switch (source.kind) {
    case "disk":
      return listDisk(source, options);
    case "git":
      return listGit(source, options);
    case "tarball":
      return listTarball(source, options);
  }
}
