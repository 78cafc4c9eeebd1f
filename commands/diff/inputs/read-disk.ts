import { dirname, join, relative, resolve } from "node:path";
import { acceptedNames } from "../../../reader/documents/contracts-folder.js";
import { InputError, type InputFile, readInputs, slashes } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { defaultMaxFile, readRegularFile } from "../../../reader/documents/regular-file.js";
import type { ListedSource } from "./listed-source.js";
import type { DiskSource } from "./source.js";
import type { SourceOptions } from "./source-options.js";
import { isFile, load, type Read, versionOf, withoutExamples } from "./source-version.js";

/** Reads the files of a version from the disk. Throws `InputError`. */
export async function listDisk(
  source: DiskSource,
  { cwd, allowRefsTo = [], maxFile, parse }: SourceOptions,
): Promise<ListedSource> {
  const { contracts: paths, overlays, label } = source;
  const limits = { allowRefsTo: [...allowRefsTo, ...(source.package ? [source.package] : [])], maxFile };
  const files = withoutExamples(await readInputs(paths, cwd, { overlays, ...limits }));
  return {
    files,
    load: async (without) => {
      const contracts = await load({ files, without, label }, (wanted) =>
        loadContracts(wanted, cwd, { ...limits, parse, unreadablePatterns: "keep" }),
      );
      const [first = "", ...others] = paths;
      const path = others.length > 0 ? undefined : resolve(cwd, first);
      const read: Read = { files, contracts, label, path, base: cwd };
      if (source.package !== undefined) return { ...versionOf(read, []), accepted: [] };
      return versionOf(read, acceptedNear(read, { cwd, maxFile }));
    },
  };
}

/** The list next to a single file; that of a folder is among its files. */
function acceptedNear(
  read: Read,
  { cwd, maxFile = defaultMaxFile }: { cwd: string; maxFile?: number | undefined },
): InputFile[] {
  const { path } = read;
  if (path === undefined || !isFile(read)) return [];
  return acceptedNames.flatMap((name) => {
    const near = join(dirname(path), name);
    const found = readRegularFile(near, maxFile);
    if (found.kind === "absent") return [];
    const file = slashes(relative(cwd, near));
    if (found.kind !== "bytes") throw new InputError(file, found.problem);
    return [{ path: near, file, text: found.bytes.toString("utf8"), role: "accepted" as const, name }];
  });
}
