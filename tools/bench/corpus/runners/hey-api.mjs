import { createClient } from "@hey-api/openapi-ts";
import { thrown } from "../outcome.mjs";

/**
 * @param {{ path: string, out: string }} task
 * @returns {Promise<import("../outcome.mjs").Said>}
 */
export default async function run({ path, out }) {
  try {
    await createClient({
      input: path,
      output: out,
      plugins: ["@hey-api/typescript", "@hey-api/sdk"],
      logs: { level: "silent", file: false },
    });
    return { kind: "accepted", warnings: 0, reasons: [] };
  } catch (error) {
    return thrown(error);
  }
}
