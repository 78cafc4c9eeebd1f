import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createConfig } from "@redocly/openapi-core";
import openapiTS, { astToString } from "openapi-typescript";
import { thrown } from "../outcome.mjs";

/**
 * The configuration is that of its command line, which is more lenient than the library's own.
 * @param {{ path: string, out: string }} task
 * @returns {Promise<import("../outcome.mjs").Said>}
 */
export default async function run({ path, out }) {
  try {
    const redocly = await createConfig({}, { extends: ["minimal"] });
    const text = astToString(await openapiTS(pathToFileURL(path), { redocly, silent: true }));
    await mkdir(out, { recursive: true });
    await writeFile(join(out, "types.ts"), text);
    return { kind: "accepted", warnings: 0, reasons: [] };
  } catch (error) {
    return thrown(error);
  }
}
