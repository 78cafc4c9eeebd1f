import { dirname, join, relative, resolve } from "node:path";
import { acceptedNames } from "../../generator/read/contracts-folder.js";
import { InputError, type InputFile, readInputs, slashes } from "../../generator/read/input.js";
import { loadContracts } from "../../generator/read/load.js";
import { defaultMaxFile, readRegularFile } from "../../generator/read/regular-file.js";
import type { DiskSource } from "./source.js";
import type { SourceOptions } from "./source-options.js";
import { isFile, load, type Read, type SourceVersion, versionOf, withoutExamples } from "./source-version.js";

/** Reads a version from the disk. Throws `InputError` and `ContractError`. */
export async function readDisk(
  source: DiskSource,
  { cwd, allowRefsTo = [], maxFile, parse }: SourceOptions,
): Promise<SourceVersion> {
  const { contracts: paths, overlays, label } = source;
  const limits = { allowRefsTo: [...allowRefsTo, ...(source.package ? [source.package] : [])], maxFile };
  const files = withoutExamples(await readInputs(paths, cwd, { overlays, ...limits }));
  const contracts = await load(files, label, () => loadContracts(files, cwd, { ...limits, parse }));
  const [first = "", ...others] = paths;
  const path = others.length > 0 ? undefined : resolve(cwd, first);
  const read: Read = { files, contracts, label, path, base: cwd };
  if (source.package !== undefined) return { ...versionOf(read, []), accepted: [] };
  const near = acceptedNear(read, { cwd, maxFile });
  return versionOf(read, near);
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
