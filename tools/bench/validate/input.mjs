import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { example } from "./paths.mjs";

/** @typedef {{ readonly path: string, readonly lines: number, readonly bytes: number }} Input */

/**
 * Writes this number of valid events of one type, each with its own ids and version.
 * @param {string} path
 * @param {number} lines
 * @returns {Promise<Input>}
 */
export async function writeEvents(path, lines) {
  const event = JSON.parse(await readFile(example, "utf8"));
  const stream = createWriteStream(path);
  for (let line = 0; line < lines; line++) {
    event.event_id = `evt_${line}`;
    event.resource_id = event.data.id = `sub_${line % 5000}`;
    event.resource_version = event.data.resource_version = 1 + Math.floor(line / 5000);
    if (!stream.write(`${JSON.stringify(event)}\n`)) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "finish");
  return { path, lines, bytes: (await stat(path)).size };
}
