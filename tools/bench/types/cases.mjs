import { join } from "node:path";
import { description, oipkit, peerModules } from "./paths.mjs";

/**
 * @typedef {object} Case
 * @property {string} id also its folder
 * @property {string} label
 * @property {string} use the program that calls three operations, in `use/`
 * @property {(out: string) => string[]} generate arguments of Node that write the client into a folder
 */

/** @param {string} path */
const peer = (path) => join(peerModules, path);

/** @satisfies {readonly Case[]} */
export const cases = [
  {
    id: "oipkit",
    label: "oipkit (types, client)",
    use: "oipkit.ts",
    generate: (out) => [
      ...[oipkit, "generate", "--contracts", description, "--out", out],
      ...["--only", "types,client", "--examples", "off", "--no-cache"],
    ],
  },
  {
    id: "hey-api",
    label: "@hey-api/openapi-ts (types, SDK, fetch client)",
    use: "hey-api.ts",
    generate: (out) => [
      ...[peer("@hey-api/openapi-ts/bin/run.js"), "--input", description, "--output", out],
      ...["--plugins", "@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch", "--no-log-file"],
    ],
  },
  {
    id: "openapi-fetch",
    label: "openapi-fetch (types of openapi-typescript in a `.d.ts`)",
    use: "openapi-fetch.ts",
    generate: (out) => [
      peer("openapi-typescript/bin/cli.js"),
      description,
      "--output",
      join(out, "types.d.ts"),
    ],
  },
];
