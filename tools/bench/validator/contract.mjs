import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse, stringify } from "yaml";
import { timeChild } from "../child-process.mjs";
import { contracts, event, oipkit } from "./paths.mjs";

/**
 * @typedef {object} Contract
 * @property {ReadonlyMap<string, object>} schemas by file name
 * @property {object} payload the event's own schema, which refers to the schemas
 * @property {readonly string[]} statuses that the event allows
 * @property {readonly string[]} anyStatus all statuses
 */

/** @returns {Promise<Contract>} */
export async function readContract() {
  const folder = join(contracts, "schemas");
  const schemas = new Map();
  for (const name of await readdir(folder))
    schemas.set(name, parse(await readFile(join(folder, name), "utf8")));
  const events = parse(await readFile(join(contracts, "events.asyncapi.yaml"), "utf8"));
  const payload = events.components.messages[event.message].payload.schema;
  return {
    schemas,
    payload,
    statuses: payload.properties.data.properties.status.enum,
    anyStatus: schemas.get("subscription-status.schema.yaml").enum,
  };
}

/** The texts of the event's examples, by name. */
export async function readExamples() {
  const folder = join(contracts, "examples", event.name);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  return new Map(
    await Promise.all(
      names.map(async (name) => [name.slice(0, -5), await readFile(join(folder, name), "utf8")]),
    ),
  );
}

/**
 * Generates validators from the contracts without cross-field rules, which no other library checks.
 * @param {string} folder
 * @param {AbortSignal} signal
 * @returns {Promise<{ is(value: unknown): boolean }>}
 */
export async function generateWithoutRules(folder, signal) {
  const copy = join(folder, "contracts");
  for (const name of ["schemas", "events.asyncapi.yaml"])
    await cp(join(contracts, name), join(copy, name), { recursive: true });
  for (const name of await readdir(join(copy, "schemas"))) {
    const path = join(copy, "schemas", name);
    const { "x-rules": _, ...schema } = parse(await readFile(path, "utf8"));
    await writeFile(path, stringify(schema));
  }
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const options = [
    "--contracts",
    copy,
    "--only",
    "validators",
    "--validators",
    "js",
    "--examples",
    "off",
    "--no-cache",
  ];
  const args = [oipkit, "generate", ...options, "--out", join(folder, "generated")];
  await timeChild({ file: process.execPath, args, cwd: folder, signal });
  return import(pathToFileURL(join(folder, `generated/validators/${event.file}.js`)).href);
}
