import { isContractsFile } from "../../../../reader/documents/contracts-folder.js";
import { type FileBytes, tooLarge } from "../../../../reader/documents/regular-file.js";
import type { EntryKind, Snapshot } from "../../../../reader/documents/snapshot.js";
import type { SnapshotLimits } from "../limits.js";
import { UnusableInput } from "../unusable-input.js";
import { type Tarball, type TarballEntry, walkTarball } from "./walk-tarball.js";

/** How large the package may be. */
export interface TarballSnapshotOptions extends SnapshotLimits {
  /** Bytes of one file. */
  readonly maxFile: number;
}

/**
 * The files of a packed package, below the one folder that `npm pack` puts them in (`package`). Its contents are read from
 * the archive when they are needed. Throws `InputError` if it can't be read, and `UnusableInput` if its files are too large.
 */
export async function tarballSnapshot(
  tarball: Tarball,
  { maxFile, ...limits }: TarballSnapshotOptions,
): Promise<Snapshot> {
  const stored: TarballEntry[] = [];
  await walkTarball(tarball, {
    limits,
    visit: (entry) => {
      stored.push(entry);
      return undefined;
    },
  });
  const folder = sharedFolder(stored);
  const nameOf = (name: string) => name.slice(folder.length);
  // Of several entries with the same name, the last one counts, as for `tar`.
  const entries = new Map<string, EntryKind>(stored.map(({ name, kind }) => [nameOf(name), kind]));
  const known = new Map<string, FileBytes>();
  let total = 0;
  const load = async (wanted: (name: string) => boolean) => {
    await walkTarball(tarball, {
      limits,
      visit: (entry) => {
        const name = nameOf(entry.name);
        if (entry.kind !== "file" || !wanted(name)) return undefined;
        if (entry.size > maxFile) {
          known.set(name, tooLarge(maxFile));
          return undefined;
        }
        total += entry.size;
        if (total > limits.total || known.size >= limits.files)
          throw new UnusableInput(`${tarball.shown}: the files to read are too many or too large`);
        const file = Buffer.alloc(entry.size);
        let filled = 0;
        known.set(name, { kind: "bytes", bytes: file });
        return (bytes) => {
          filled += bytes.copy(file, filled);
        };
      },
    });
  };
  let reads = 0;
  return {
    root: tarball.path,
    entries,
    shown: (name) => (name === "" ? tarball.shown : `${tarball.shown}:${name}`),
    read: async (names) => {
      const missing = new Set(names.filter((name) => entries.get(name) === "file" && !known.has(name)));
      if (missing.size > 0) {
        // Each walk unpacks everything, so what later references may need is read with the second one.
        const all = reads++ > 0 && isSmall(stored, limits.total - total);
        await load((name) => missing.has(name) || (all && isContractsFile(name) && !known.has(name)));
      }
      return new Map(
        names.flatMap((name): [string, FileBytes][] => {
          const bytes = known.get(name);
          return bytes === undefined ? [] : [[name, bytes]];
        }),
      );
    },
  };
}

function isSmall(stored: readonly TarballEntry[], total: number): boolean {
  return stored.length < 5_000 && stored.reduce((sum, { size }) => sum + size, 0) <= total;
}

/** The folder that everything is in, with a slash; "" if there are several. */
function sharedFolder(stored: readonly TarballEntry[]): string {
  const [first] = stored;
  const folder = first === undefined ? "" : first.name.slice(0, first.name.indexOf("/") + 1);
  return stored.every(({ name }) => name.startsWith(folder)) ? folder : "";
}
