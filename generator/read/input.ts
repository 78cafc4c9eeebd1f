import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { OipkitError } from "@oipkit/runtime/errors";

/** A file that was read; `role` is the part of the contracts that it belongs to. */
export interface InputFile {
  readonly path: string;
  readonly file: string;
  readonly text: string;
  readonly role: "contract" | "overlay" | "example" | "counterexample" | "case" | "ledger" | "referenced";
  /** Path relative to the folder of its role, forward slashes. */
  readonly name: string;
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

const roles = { examples: "example", counterexamples: "counterexample", conformance: "case" } as const;
const ledgerNames: readonly string[] = ["clauses.yaml", "clauses.yml", "clauses.json"];

/**
 * Reads the given files and the files of the given folders, in a fixed order. The given overlays come last and are
 * applied in their own order, after those of the folders.
 */
export async function readInputs(
  inputs: readonly string[],
  cwd: string,
  overlays: readonly string[] = [],
): Promise<InputFile[]> {
  const files = new Map<string, InputFile>();
  for (const input of inputs) {
    const path = resolve(cwd, input);
    const found = await stat(path).catch((cause: unknown) => {
      throw new InputError(input, "there is no such file or folder", cause);
    });
    if (found.isDirectory()) {
      for (const file of await readFolder(path, cwd)) files.set(file.path, file);
    } else {
      files.set(path, await readInput(path, cwd, { role: "contract", root: dirname(path) }));
    }
  }
  for (const overlay of overlays) {
    const path = resolve(cwd, overlay);
    files.delete(path);
    files.set(path, await readInput(path, cwd, { role: "overlay", root: dirname(path) }));
  }
  return [...files.values()];
}

/** Reads one file. Rejects if it can't be read. */
export async function readInput(
  path: string,
  cwd: string,
  as: { role: InputFile["role"]; root: string },
): Promise<InputFile> {
  const file = slashes(relative(cwd, path));
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    throw new InputError(file, cause instanceof Error ? cause.message : "can't be read", cause);
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new InputError(file, "not valid UTF-8", cause);
  }
  return { path, file, text, role: as.role, name: slashes(relative(as.root, path)) };
}

async function readFolder(root: string, cwd: string): Promise<InputFile[]> {
  const files: Promise<InputFile>[] = [];
  for (const path of await filesBelow(root)) {
    const [first = ""] = slashes(relative(root, path)).split("/", 1);
    if (Object.hasOwn(roles, first)) {
      const role = roles[first as keyof typeof roles];
      files.push(readInput(path, cwd, { role, root: join(root, first) }));
    } else {
      const role = ledgerNames.includes(first) ? "ledger" : "contract";
      files.push(readInput(path, cwd, { role, root }));
    }
  }
  return Promise.all(files);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) paths.push(...(await filesBelow(path)));
    else if (/\.(ya?ml|json)$/.test(entry.name)) paths.push(path);
  }
  return paths;
}

function slashes(path: string): string {
  return sep === "/" ? path : path.split(sep).join("/");
}
