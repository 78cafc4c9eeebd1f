import { readFile } from "node:fs/promises";
import parserModule from "@asyncapi/parser";
import { thrown } from "../outcome.mjs";

const { Parser } = parserModule;

/**
 * The AsyncAPI initiative's own parser, which generates nothing.
 * @param {{ path: string }} task
 * @returns {Promise<import("../outcome.mjs").Said>}
 */
export default async function run({ path }) {
  try {
    const { diagnostics } = await new Parser().parse(await readFile(path, "utf8"), { source: path });
    const errors = diagnostics.filter(({ severity }) => severity === 0);
    const reasons = errors.map(({ code, message, path: place }) => ({
      code: String(code),
      message,
      place: `/${place.join("/")}`,
    }));
    const warnings = diagnostics.length - errors.length;
    return { kind: errors.length === 0 ? "accepted" : "refused", warnings, reasons };
  } catch (error) {
    return thrown(error);
  }
}
