import { join } from "node:path";
import { description, oipkit, peerModules } from "./paths.mjs";

/**
 * A measured command line.
 * @typedef {object} Case
 * @property {string} id
 * @property {string} label
 * @property {(out: string) => readonly string[]} args of `node`
 * @property {import("./completeness.mjs").OperationForm} [operations] for a generator: their form in its output
 */

/* * Each generator runs in a separate folder, with only the GitHub description and no configuration file, so with its
 * defaults.
 * @satisfies {readonly Case[]}
 */
export const generators = [
  {
    id: "oipkit",
    label: "oipkit generate (types, client)",
    args: (out) => [
      ...[oipkit, "generate", "--contracts", description, "--out", out],
      ...["--only", "types,client", "--examples", "off", "--no-cache"],
    ],
    operations: "function",
  },
  {
    id: "openapi-typescript",
    label: "openapi-typescript (types)",
    args: (out) => [peer("openapi-typescript/bin/cli.js"), description, "--output", join(out, "types.ts")],
    operations: "member",
  },
  {
    id: "hey-api",
    label: "@hey-api/openapi-ts (types, SDK)",
    args: (out) => [
      ...[peer("@hey-api/openapi-ts/bin/run.js"), "--input", description, "--output", out],
      ...["--plugins", "@hey-api/typescript", "@hey-api/sdk", "--no-log-file"],
    ],
    operations: "function",
  },
  {
    id: "orval",
    label: "orval (types, fetch client)",
    args: (out) => [
      ...[peer("orval/dist/bin/orval.mjs"), "--input", description, "--output", join(out, "client.ts")],
      ...["--client", "fetch", "--mode", "single"],
    ],
    operations: "function",
  },
];

/**
 * oipkit's own commands, on a copy of the platform's contracts with up-to-date output.
 * @satisfies {readonly Case[]}
 */
export const ownCommands = [
  { id: "check-warm", label: "oipkit generate --check", args: () => [oipkit, "generate", "--check"] },
  {
    id: "check-cold",
    label: "oipkit generate --check --no-cache",
    args: () => [oipkit, "generate", "--check", "--no-cache"],
  },
  { id: "help", label: "oipkit --help", args: () => [oipkit, "--help"] },
  { id: "node", label: "node -e 0", args: () => ["-e", "0"] },
];

/** @param {string} path */
function peer(path) {
  return join(peerModules, path);
}
