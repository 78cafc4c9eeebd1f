import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { GeneratedFile } from "../emit/file.js";
import { stagingName } from "./journal.js";
import { isKept } from "./kept-files.js";
import { manifestName, pathsInManifest } from "./manifest.js";

/** How a folder differs from the generated files. Paths are sorted. */
export interface Comparison {
  readonly stale: readonly string[];
  readonly missing: readonly string[];
  /** Files that aren't generated (any more). */
  readonly extra: readonly string[];
  /** Extra files that an earlier run wrote, by its manifest. */
  readonly abandoned: readonly string[];
  /** The folder contains files but no manifest, so it isn't oipkit's. */
  readonly foreign: boolean;
}

/** A file and the SHA-256 of its bytes, in hexadecimal digits. */
export interface Digest {
  readonly path: string;
  readonly sha256: string;
}

/** The digest of a generated file. */
export function digestOf({ path, text }: GeneratedFile): Digest {
  return { path, sha256: sha256(text) };
}

/** SHA-256 as 64 lowercase hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/**
 * Compares the folder's bytes with the expected ones. Changes nothing, and reads only plain files, except those
 * kept for the user.
 */
export async function compareFolder(out: string, files: readonly Digest[]): Promise<Comparison> {
  const present = await entriesIn(out);
  const wanted = new Map(files.map((file) => [file.path, file.sha256]));
  const missing = files.map(({ path }) => path).filter((path) => !present.has(path));
  const stale: string[] = [];
  for (const [path, digest] of wanted) {
    const kind = present.get(path);
    if (kind === "other" || (kind === "file" && sha256(await readFile(join(out, path))) !== digest))
      stale.push(path);
  }
  const extra = [...present.keys()].filter((path) => !wanted.has(path));
  const manifest =
    present.get(manifestName) === "file"
      ? pathsInManifest(await readFile(join(out, manifestName), "utf8"))
      : undefined;
  const written = new Set(manifest ?? []);
  const abandoned = extra.filter((path) => written.has(path));
  return { stale, missing, extra, abandoned, foreign: manifest === undefined && present.size > 0 };
}

/** Whether a comparison found no difference. */
export function isFresh({ stale, missing, extra }: Comparison): boolean {
  return stale.length + missing.length + extra.length === 0;
}

/** All files below a folder except those kept for the user: relative, forward slashes, sorted; empty if there is no folder. */
export async function filesIn(folder: string): Promise<Set<string>> {
  return new Set((await entriesIn(folder)).keys());
}

/** A symbolic link is `other`, whatever it points to: its target is outside the folder. */
async function entriesIn(folder: string): Promise<Map<string, "file" | "other">> {
  const found: [string, "file" | "other"][] = [];
  const visit = async (relative: string): Promise<void> => {
    const entries = await readdir(join(folder, relative), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" && relative === "") return [];
        throw error;
      },
    );
    for (const entry of entries) {
      const path = relative === "" ? entry.name : `${relative}/${entry.name}`;
      if (path === stagingName || isKept(path)) continue;
      if (entry.isDirectory()) await visit(path);
      else found.push([path, entry.isFile() ? "file" : "other"]);
    }
  };
  await visit("");
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}
