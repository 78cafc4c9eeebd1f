import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parse } from "yaml";
import { asyncapi, eventType } from "./paths.mjs";

/**
 * The schema of the benchmark's event as a single JSON Schema document: referenced files become `$defs`.
 * @returns {Promise<object>}
 */
export async function bundledSchema() {
  const { components } = parse(await readFile(asyncapi, "utf8"));
  const message = Object.values(components.messages).find(({ name }) => name === eventType);
  if (message === undefined) throw new Error(`${asyncapi} has no message ${eventType}`);
  /** @type {Record<string, unknown>} */
  const defs = {};
  const schema = await inline(message.payload.schema, dirname(asyncapi), defs);
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema, $defs: defs };
}

/**
 * @param {any} value
 * @param {string} folder of the file that contains it
 * @param {Record<string, unknown>} defs
 */
async function inline(value, folder, defs) {
  if (Array.isArray(value)) return Promise.all(value.map((item) => inline(item, folder, defs)));
  if (value === null || typeof value !== "object") return value;
  const result = {};
  for (const [key, item] of Object.entries(value)) {
    if (key === "$schema") continue;
    result[key] = key === "$ref" ? await reference(item, folder, defs) : await inline(item, folder, defs);
  }
  return result;
}

/**
 * @param {string} ref
 * @param {string} folder
 * @param {Record<string, unknown>} defs
 */
async function reference(ref, folder, defs) {
  const path = join(folder, ref);
  const name = basename(path).replace(/\.schema\.yaml$/, "");
  if (!(name in defs)) {
    defs[name] = {};
    defs[name] = await inline(parse(await readFile(path, "utf8")), dirname(path), defs);
  }
  return `#/$defs/${name}`;
}
