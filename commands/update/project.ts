import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { readInputs, slashes } from "../../reader/documents/input.js";
import { defaultMaxFile } from "../../reader/documents/regular-file.js";
import { findGeneratedPackage, type Package } from "../changelog/versions/changesets.js";
import { type ReadConfig, readConfig } from "../config/config.js";
import { defaults } from "../generate/options.js";
import { UsageError } from "../options/option.js";
import { digests, hasSameFiles, type Lock, lockFile, readLock } from "./lock.js";
import { type ContractSource, parseContractSource } from "./source/contract-source.js";

/** A repository with a contract, the code that is generated from it, and the package that it belongs to. */
export interface Project {
  /** Absolute path of the working folder. */
  readonly cwd: string;
  readonly config: ReadConfig;
  /** The folder of contracts, relative to the working folder. */
  readonly contracts: string;
  /** Its files by path below it, as they are on the disk. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly lock: Lock | undefined;
  /** Absent if the contract is written here. */
  readonly source: { readonly text: string; readonly parsed: ContractSource } | undefined;
  readonly package: Package;
  /** Bytes of the largest contract. */
  readonly maxFile: number;
}

/** Reads the project in a folder. Throws `UsageError` if it isn't one that can be updated. */
export async function readProject(cwd: string): Promise<Project> {
  const config = await readConfig(cwd, undefined);
  const { contracts = [defaults.contracts], out = defaults.out, source, maxFile = defaultMaxFile } = config;
  const [folder, ...others] = contracts;
  if (folder === undefined || others.length > 0)
    throw new UsageError(
      "`contracts` in the configuration must be one folder, whose files are then replaced",
    );
  const found = findGeneratedPackage(out, cwd);
  if (found?.version === undefined)
    throw new UsageError(
      `neither ${out} nor a folder above it is a package with a version; \`oipkit init sdk\` writes one`,
    );
  const parsed =
    source === undefined ? undefined : { text: source, parsed: parseContractSource(source, "source") };
  const lock = readLock(cwd);
  const files = await filesIn(folder, { cwd, maxFile });
  if (parsed !== undefined && lock !== undefined) refuseChanges({ folder, files, lock });
  return { cwd, config, contracts: folder, files, lock, source: parsed, package: found, maxFile };
}

async function filesIn(
  folder: string,
  { cwd, maxFile }: { readonly cwd: string; readonly maxFile: number },
): Promise<ReadonlyMap<string, Buffer>> {
  const root = resolve(cwd, folder);
  // The first update creates it.
  if (!existsSync(root)) return new Map();
  const inputs = await readInputs([folder], cwd, { maxFile });
  if (inputs.some(({ isNamed }) => isNamed))
    throw new UsageError(
      `${folder} is a file; \`contracts\` must be a folder, whose files are then replaced`,
    );
  return new Map(inputs.map(({ path, text }) => [slashes(relative(root, path)), Buffer.from(text)]));
}

interface Taken extends Pick<Project, "files"> {
  readonly folder: string;
  readonly lock: Lock;
}

/** Whoever changes a contract that isn't theirs would lose the change with the next update. */
function refuseChanges({ folder, files, lock }: Taken): void {
  const there = digests(new Map([...files].filter(([name]) => Object.hasOwn(lock.files, name))));
  if (hasSameFiles(there, lock.files)) return;
  const names = Object.keys(lock.files).filter((name) => there[name] !== lock.files[name]);
  const shown = names.slice(0, 3).map((name) => slashes(join(folder, name)));
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : "";
  throw new UsageError(
    `${shown.join(", ")}${more} ${names.length === 1 ? "isn't" : "aren't"} what ${lockFile} says, so an update would undo a change; put the change into an overlay, or restore the file with git`,
  );
}
