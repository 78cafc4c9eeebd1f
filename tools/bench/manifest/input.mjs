import { randomFillSync } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Writes files of random bytes to a new folder.
 * @param {string} folder
 * @param {{ readonly files: number, readonly bytes: number }} size of each file
 */
export async function writeFiles(folder, { files, bytes }) {
  await mkdir(folder, { recursive: true });
  const buffer = Buffer.allocUnsafe(bytes);
  for (let at = 0; at < files; at++)
    await writeFile(join(folder, `${String(at).padStart(3, "0")}.bin`), randomFillSync(buffer));
}
