import { posix } from "node:path";
import { InputError, isContractsFile, isHidden } from "../../../reader/documents/input.js";
import { lookUp, type Snapshot } from "../../../reader/documents/snapshot.js";

/**
 * The files of contracts below a path of a snapshot, or in its folder `contracts`, by path below it. Throws `InputError` if there is no
 * such path, or if a file can't be taken.
 */
export async function snapshotFiles(
  snapshot: Snapshot,
  path: string | undefined,
): Promise<ReadonlyMap<string, Buffer>> {
  const start = path?.replace(/\/$/, "") ?? "contracts";
  const found = lookUp(snapshot, start);
  if (found.kind === "absent")
    throw new InputError(
      snapshot.shown(start),
      path === undefined
        ? "there is no such folder; name the path of the contracts in the source"
        : "there is no such file or folder",
    );
  if (found.kind === "blocked")
    throw new InputError(snapshot.shown(found.at), `is a ${found.by}, which isn't taken`);
  const isFile = found.kind === "file";
  const names = isFile ? [start] : contractsBelow(snapshot, start);
  const read = await snapshot.read(names);
  return new Map(
    names.map((name) => {
      const file = read.get(name);
      if (file?.kind === "bytes")
        return [isFile ? posix.basename(name) : name.slice(start.length + 1), file.bytes];
      throw new InputError(snapshot.shown(name), file?.problem ?? "can't be read");
    }),
  );
}

function contractsBelow({ entries, shown }: Snapshot, folder: string): string[] {
  const names: string[] = [];
  for (const [name, kind] of entries) {
    if (!name.startsWith(`${folder}/`)) continue;
    const inner = name.slice(folder.length + 1);
    if (inner.split("/").some(isHidden) || !isContractsFile(inner)) continue;
    if (kind !== "file") throw new InputError(shown(name), `is a ${kind}, which isn't taken`);
    names.push(name);
  }
  return names.sort();
}
