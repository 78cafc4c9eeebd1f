import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { json } from "../../reader/text/json.js";
import { type GeneratedFile, isOutputPath } from "../emit/file.js";
import { stagingName } from "./journal.js";
import { isKept } from "./kept-files.js";

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
export function fileDigest({ path, text }: GeneratedFile): Digest {
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
  const hasManifest = present.get(manifestName) === "file";
  const manifest = hasManifest ? pathsInManifest(await readFile(join(out, manifestName), "utf8")) : undefined;
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

/** The file that marks a folder as oipkit's and lists what oipkit wrote there. */
export const manifestName = "manifest.json";

/** The manifest of generated files. */
export function manifestFile(files: readonly GeneratedFile[]): GeneratedFile {
  const text = json({ generator: "oipkit", files: files.map(({ path }) => path) }, 2);
  return { path: manifestName, text: `${text}\n` };
}

/**
 * The paths that an earlier run wrote; `undefined` if the text isn't a manifest. A manifest can't make oipkit change
 * anything outside its folder.
 */
export function pathsInManifest(text: string): readonly string[] | undefined {
  try {
    const { generator, files } = JSON.parse(text) as { generator?: unknown; files?: unknown };
    if (generator !== "oipkit" || !Array.isArray(files)) return undefined;
    return files.filter((path): path is string => typeof path === "string" && isOutputPath(path));
  } catch {
    return undefined;
  }
}
