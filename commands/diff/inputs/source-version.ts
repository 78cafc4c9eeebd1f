import { dirname, relative } from "node:path";
import type { Contracts } from "../../../reader/documents/contracts.js";
import { ContractError } from "../../../reader/documents/diagnostic.js";
import { InputError, type InputFile, slashes } from "../../../reader/documents/input.js";
import type { Version } from "../version.js";

/** A version, and what is next to its contracts. */
export interface SourceVersion extends Version {
  /** Absolute path of the folder that its documents are below; in a snapshot, no such folder exists. */
  readonly folder: string;
  /** Lists of accepted changes; none in packages, which may be somebody else's. */
  readonly accepted: readonly InputFile[];
}

/** What was read of a version. */
export interface Read {
  readonly files: readonly InputFile[];
  readonly contracts: Contracts;
  readonly label: string;
  /** Absolute path of the file or folder that was named; absent if there were several. */
  readonly path?: string | undefined;
  /** Absolute path of the working folder. */
  readonly base: string;
}

/** The files that say what the contracts are. Examples only illustrate them. */
export function withoutExamples(files: readonly InputFile[]): InputFile[] {
  return files.filter(({ role }) => role !== "example" && role !== "counterexample");
}

interface Listed {
  readonly files: readonly InputFile[];
  /** Files that aren't parsed. */
  readonly without: ReadonlySet<InputFile> | undefined;
  readonly label: string;
}

/** The contracts of a version. Throws `InputError` if there are none, and `ContractError` if a file isn't valid. */
export async function load(
  { files, without, label }: Listed,
  read: (files: readonly InputFile[]) => Promise<Contracts>,
): Promise<Contracts> {
  if (files.length === 0) throw new InputError(label, "the folder has no YAML or JSON files");
  const contracts = await read(files.filter((file) => !without?.has(file)));
  const errors = contracts.problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new ContractError(errors);
  return contracts;
}

/** A version from what was read, and from the accepted changes next to a single file. */
export function versionOf(read: Read, near: readonly InputFile[]): SourceVersion {
  const { files, contracts, label, path, base } = read;
  const isSingleFile = isFile(read);
  const nameOf = (file: InputFile) =>
    isSingleFile ? "" : path === undefined ? slashes(relative(base, file.path)) : file.name;
  const folder = path === undefined ? base : isSingleFile ? dirname(path) : path;
  const names = new Map(files.map((file) => [file.path, nameOf(file)]));
  return {
    label,
    contracts,
    names,
    folder,
    accepted: [...files.filter(({ role }) => role === "accepted"), ...near],
  };
}

/** Whether a single file was named. */
export function isFile({ files, path }: Pick<Read, "files" | "path">): boolean {
  return path !== undefined && files.some((file) => file.path === path);
}
