import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readRegularFile } from "../../reader/documents/regular-file.js";
import { ManifestError } from "./errors.js";

/**
 * Writes a manifest, whole or not at all: under another name first, which is then renamed. A file with the same bytes stays
 * untouched; a link is replaced, not followed. Throws `ManifestError` if it can't be written; `shown` is the path as the user
 * gave it.
 */
export async function writeManifest(path: string, text: string, shown: string): Promise<void> {
  const there = readRegularFile(path);
  if (there.kind === "bytes" && there.bytes.equals(Buffer.from(text))) return;
  const draft = join(dirname(path), `.oipkit-manifest-${randomUUID()}.tmp`);
  try {
    const file = await open(draft, "wx");
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    const { code, message } = cause as NodeJS.ErrnoException;
    const problem = `${shown}: cannot write ${basename(path)} (${code ?? message})`;
    throw new ManifestError("output-unwritable", problem, { cause });
  }
}
