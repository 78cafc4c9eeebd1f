import { dirname, isAbsolute, posix, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { fromPointer } from "@oipkit/runtime/json-pointer";
import { assertVersions } from "../../../reader/check/versions.js";
import { type Contracts, diagnose } from "../../../reader/documents/contracts.js";
import { ContractError } from "../../../reader/documents/diagnostic.js";
import { InputError, type InputFile, type ReadingLimits, slashes } from "../../../reader/documents/input.js";
import { parseText } from "../../../reader/documents/parse-text.js";
import type { ParsedText } from "../../../reader/documents/parsed-text.js";
import { SchemaError } from "../../../reader/validation/index.js";
import type { Version } from "../version.js";
import type { Commit, Repository } from "./git/repository.js";
import type { Tarball } from "./tarball-snapshot.js";
import type { SnapshotLimits } from "./unusable-input.js";

/** Where a version is read from. */
export type ComparedSource = DiskSource | GitSource | TarballSource;

/** Paths of the contracts of a version; overlays are applied in their own order, after those of the folders. */
export interface SourcePaths {
  /** If there are several, documents are paired by their paths below the working folder. */
  readonly contracts: readonly string[];
  readonly overlays?: readonly string[];
}

/** The working tree, any other files, or an installed package. */
export interface DiskSource extends SourcePaths {
  readonly kind: "disk";
  readonly label: string;
  /** Absolute path of an installed package that they belong to. */
  readonly package?: string;
}

/** A commit. Paths are relative to the repository's root. */
export interface GitSource extends SourcePaths {
  readonly kind: "git";
  readonly commit: Commit;
  readonly repository: Repository;
}

/** A packed package. Without a path, its contracts are in `contracts`, or anywhere if there is no such folder. */
export interface TarballSource {
  readonly kind: "tarball";
  readonly tarball: Tarball;
  readonly path?: string;
}

/** Where and how much to read. */
export interface SourceOptions extends ReadingLimits {
  /** Absolute path of the working folder. */
  readonly cwd: string;
  readonly snapshots?: SnapshotLimits;
  /** Parses a file. Default: `parseText`; `sharedParsing` parses what two versions share once. */
  readonly parse?: typeof parseText | undefined;
}

/** The folders of `allowRefsTo` that are in the repository, relative to its root. */
export function allowedInside(
  repository: Repository,
  { cwd, allowRefsTo = [] }: Pick<SourceOptions, "cwd" | "allowRefsTo">,
): string[] {
  return allowRefsTo.flatMap((path) => {
    const inner = slashes(relative(cwd, resolve(cwd, path)));
    const fromRoot = posix.join(repository.prefix, inner);
    if (fromRoot.startsWith("..") || isAbsolute(inner)) return [];
    return [fromRoot === "." ? "" : fromRoot];
  });
}

/** A version whose files were read, but not parsed. */
export interface ListedSource {
  /** Without those that references lead to. */
  readonly files: readonly InputFile[];
  /** Parses the files, except for those that needn't be. Throws `InputError` and `ContractError`. */
  load(without?: ReadonlySet<InputFile>): Promise<SourceVersion>;
}

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
  assertVersions(contracts);
  return contracts;
}

/** A version from what was read, and from the accepted changes next to a single file. */
export function sourceVersion(read: Read, near: readonly InputFile[]): SourceVersion {
  const { files, contracts, label, path, base } = read;
  const isSingleFile = isFile(read);
  const toName = (file: InputFile): string => {
    if (isSingleFile) return "";
    if (path === undefined) return slashes(relative(base, file.path));
    return file.name;
  };
  let folder = path ?? base;
  if (path !== undefined && isSingleFile) folder = dirname(path);
  const names = new Map(files.map((file) => [file.path, toName(file)]));
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

/** The paths of a version's documents below the contracts' folder, by their files as places show them. */
export function documentNames({
  contracts,
  folder,
}: Pick<SourceVersion, "contracts" | "folder">): Map<string, string> {
  return new Map(
    [...contracts.documents.values()].map(({ file, path }) => [file, slashes(relative(folder, path))]),
  );
}

/** A parser that parses each text once: most files are the same in both versions. */
export function sharedParsing(): typeof parseText {
  const known = { json: new Map<string, ParsedText>(), yaml: new Map<string, ParsedText>() };
  return (path, text) => {
    const texts = path.endsWith(".json") ? known.json : known.yaml;
    const parsed = texts.get(text) ?? parseText(path, text);
    texts.set(text, parsed);
    return parsed;
  };
}

/**
 * Runs a comparison. A `SchemaError` in a document of the versions becomes a `ContractError` with its place, as the URI of a
 * document in a commit or a packed package is none that exists.
 */
export function locateSchemaErrors<Result>(versions: readonly SourceVersion[], run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    for (const version of versions) {
      for (const document of version.contracts.documents.values()) {
        if (pathToFileURL(document.path).href !== error.document) continue;
        const reason = error.message.slice(`${error.document}#${error.pointer}: `.length);
        const problem = diagnose(document, fromPointer(error.pointer), {
          code: "schema-invalid",
          message: withFiles(reason, version),
          hint: "Fix the schema; references are followed only to files of the same version.",
        });
        throw new ContractError([problem]);
      }
    }
    throw error;
  }
}

/** A text with the URIs of a version replaced by files as people see them. */
function withFiles(text: string, version: SourceVersion): string {
  for (const [file, name] of documentNames(version)) {
    if (!file.endsWith(name)) continue;
    const folder = `${pathToFileURL(version.folder).href.replace(/\/$/, "")}/`;
    return text.replaceAll(folder, file.slice(0, file.length - name.length));
  }
  return text;
}
