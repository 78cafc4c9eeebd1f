import { readdir, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { OipkitError } from "@oipkit/runtime/errors";
import { defaultMaxFile, type FileBytes, readRegularFile, utf8Text } from "./regular-file.js";
import { isInstalled, leavesByLink, type Roots, resolveRoots } from "./roots.js";

/** A file that was read; `role` is the part of the contracts that it belongs to. */
export interface InputFile {
  readonly path: string;
  readonly file: string;
  readonly text: string;
  readonly role: FolderRole | "overlay" | "referenced";
  /** Path relative to the folder of its role, forward slashes. */
  readonly name: string;
  /** Whether the file itself was asked for, not its folder. */
  readonly isNamed?: boolean;
}

/** A requested path can't be read. */
export class InputError extends OipkitError {
  readonly code = "input-unreadable";
  constructor(
    readonly path: string,
    reason: string,
    cause?: unknown,
  ) {
    super(`${path}: ${reason}`, { cause });
  }
}

/** What may be read besides the named files and folders. */
export interface ReadingLimits {
  /** Folders, in addition to those of the contracts, that references and links may lead to. */
  readonly allowRefsTo?: readonly string[] | undefined;
  /** Maximum size of a file, in bytes; 16 MiB if absent. */
  readonly maxFile?: number | undefined;
}

/** The overlays to apply, and the limits. */
export interface InputOptions extends ReadingLimits {
  /** Applied in their own order, after those of the folders. */
  readonly overlays?: readonly string[] | undefined;
}

interface Reader {
  readonly cwd: string;
  readonly maxFile: number;
  readonly roots: Roots;
}

/**
 * Reads the given files and the files of the given folders, in a fixed order; overlays come last. Throws `InputError` for a
 * path that doesn't exist, and for a file that isn't regular, is too large, isn't UTF-8, or is linked from outside.
 */
export async function readInputs(
  inputs: readonly string[],
  cwd: string,
  { overlays = [], allowRefsTo = [], maxFile = defaultMaxFile }: InputOptions = {},
): Promise<InputFile[]> {
  const files = new Map<string, InputFile>();
  const allowed = resolveRoots(allowRefsTo, cwd);
  const named = await Promise.all(inputs.map((input) => inspectInput(input, { cwd, allowed })));
  const folders = named.map(({ path, isFolder }) => (isFolder ? path : dirname(path)));
  const reader: Reader = { cwd, maxFile, roots: resolveRoots([...folders, ...allowRefsTo], cwd) };
  for (const { path, isFolder } of named) {
    if (isFolder) for (const file of await readFolder(path, reader)) files.set(file.path, file);
    else {
      const file = readInput(path, reader, { role: "contract", root: dirname(path) });
      files.set(path, { ...file, isNamed: true });
    }
  }
  for (const overlay of overlays) {
    const { path } = await inspectInput(overlay, { cwd, allowed });
    files.delete(path);
    files.set(path, readInput(path, reader, { role: "overlay", root: dirname(path) }));
  }
  return [...files.values()];
}

async function inspectInput(input: string, { cwd, allowed }: { cwd: string; allowed: Roots }) {
  const path = resolve(cwd, input);
  const found = await stat(path).catch((cause: unknown) => {
    throw new InputError(input, "there is no such file or folder", cause);
  });
  if (leavesByLink(path, cwd) && !isInstalled(path, cwd) && allowed.locate(path).kind !== "inside")
    throw new InputError(input, `a link leads out of the working folder; ${remedies.outside}`);
  return { path, isFolder: found.isDirectory() };
}

const remedies = {
  outside: "name the real path, or allow its folder with `--allow-refs-to`",
  special: "remove it, or replace it by a file",
  large: "split it into several files, or raise the limit with `--max-file`",
  failed: "check its permissions",
  absent: "check the path",
} as const;

/** What to do about a file that isn't read. */
export function inputRemedy(kind: Exclude<FileBytes["kind"], "bytes"> | "outside"): string {
  return remedies[kind];
}

/** Reads one file. Throws `InputError`. */
function readInput(
  path: string,
  { cwd, maxFile }: Reader,
  as: { role: InputFile["role"]; root: string },
): InputFile {
  const file = slashes(relative(cwd, path));
  const found = readRegularFile(path, maxFile);
  if (found.kind !== "bytes")
    throw new InputError(file, `${found.problem}; ${remedies[found.kind]}`, found.cause);
  const text = utf8Text(found.bytes);
  if (text === undefined) throw new InputError(file, "not valid UTF-8");
  return { path, file, text, role: as.role, name: slashes(relative(as.root, path)) };
}

/** The folder that a contract was read from, whose files its references may name; `undefined` if it is none. */
export function contractFolder({ path, name, role }: InputFile): string | undefined {
  if (role !== "contract") return undefined;
  if (slashes(path).endsWith(`/${name}`)) return path.slice(0, -name.length - 1) || sep;
  return dirname(path);
}

async function readFolder(root: string, reader: Reader): Promise<InputFile[]> {
  const files: InputFile[] = [];
  for (const path of await filesBelow(root)) {
    if (reader.roots.locate(path).kind === "outside")
      throw new InputError(
        slashes(relative(reader.cwd, path)),
        `a link leads out of the contracts' folders; remove it, or allow the folder of its target with \`--allow-refs-to\``,
      );
    const { role, folder } = roleBelow(slashes(relative(root, path)));
    files.push(readInput(path, reader, { role, root: join(root, folder) }));
  }
  return files;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (isHidden(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) paths.push(...(await filesBelow(path)));
    else if (isContractsFile(entry.name)) paths.push(path);
  }
  return paths;
}

/** A path with `/` between its parts. */
export function slashes(path: string): string {
  if (sep === "/") return path;
  return path.split(sep).join("/");
}

/** The part of the contracts that a file of their folder belongs to. */
type FolderRole =
  | "contract"
  | "example"
  | "counterexample"
  | "case"
  /** A conformance case for senders. */
  | "sender-case"
  | "ledger"
  /** The changes that the contracts' owners have accepted, for `oipkit diff`. */
  | "accepted";

const senderCases = "conformance/sender/";

const folders = { examples: "example", counterexamples: "counterexample", conformance: "case" } as const;

/** The names of a list of accepted changes. */
export const acceptedNames: readonly string[] = [
  "accepted-changes.yaml",
  "accepted-changes.yml",
  "accepted-changes.json",
];
const ledgerNames: readonly string[] = ["clauses.yaml", "clauses.yml", "clauses.json"];

/** The role of a file by its path below the contracts' folder, forward slashes, and the folder of that role: "" or a name. */
export function roleBelow(name: string): { readonly role: FolderRole; readonly folder: string } {
  if (name.startsWith(senderCases)) return { role: "sender-case", folder: "conformance" };
  const [first = ""] = name.split("/", 1);
  if (Object.hasOwn(folders, first)) return { role: folders[first as keyof typeof folders], folder: first };
  if (acceptedNames.includes(name)) return { role: "accepted", folder: "" };
  return { role: ledgerNames.includes(first) ? "ledger" : "contract", folder: "" };
}

/** Whether a file or folder of this name is left out of a contracts' folder. */
export function isHidden(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

/** Whether a file of this name is read from a contracts' folder. */
export function isContractsFile(name: string): boolean {
  return /\.(ya?ml|json)$/.test(name);
}
