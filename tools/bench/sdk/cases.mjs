import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { oipkit, peerModules } from "../generate/paths.mjs";

export const folder = fileURLToPath(new URL(".", import.meta.url));
const contract = join(folder, "contract/library.openapi.yaml");

/**
 * A generator with its defaults, apart from a client that uses `fetch`.
 * @typedef {object} Case
 * @property {string} id
 * @property {string} label
 * @property {(out: string) => readonly string[]} args of `node`
 * @property {string} call the program that calls one operation, in `calls/`
 * @property {string} [event] the program that takes the webhooks, in `events/`; absent if the generator writes nothing for them
 */

/** @type {readonly Case[]} */
export const cases = [
  {
    id: "oipkit",
    label: "oipkit (types, client, webhooks, validators)",
    args: (out) => [
      ...[oipkit, "generate", "--contracts", contract, "--out", out],
      ...["--only", "types,client,webhooks,validators", "--examples", "off", "--no-cache"],
    ],
    call: "oipkit.ts",
    event: "oipkit.ts",
  },
  {
    id: "hey-api",
    label: "@hey-api/openapi-ts (types, SDK, client)",
    args: (out) => [
      ...[join(peerModules, "@hey-api/openapi-ts/bin/run.js"), "--input", contract, "--output", out],
      ...["--plugins", "@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch", "--no-log-file"],
    ],
    call: "hey-api.ts",
    event: "hey-api.ts",
  },
  {
    id: "openapi-fetch",
    label: "openapi-typescript, openapi-fetch",
    args: (out) => [
      join(peerModules, "openapi-typescript/bin/cli.js"),
      contract,
      "--output",
      join(out, "types.ts"),
    ],
    call: "openapi-fetch.ts",
    event: "openapi-fetch.ts",
  },
  {
    id: "orval",
    label: "orval (types, fetch client)",
    args: (out) => [
      ...[join(peerModules, "orval/dist/bin/orval.mjs"), "--input", contract],
      ...["--output", join(out, "client.ts"), "--client", "fetch", "--mode", "single"],
    ],
    call: "orval.ts",
  },
];
