import { bareLoop, example, oipkit, validators } from "./paths.mjs";

/** @typedef {import("./measure.mjs").Case} Case */

/**
 * Commands that read the same lines.
 * @param {string} lines
 * @param {{ readonly schema: string, readonly peer: string }} others
 * @returns {readonly Case[]}
 */
export function lineCases(lines, { schema, peer }) {
  const validate = [oipkit, "validate", "--validators", validators];
  return [
    { id: "oipkit", label: "oipkit validate", file: process.execPath, args: [...validate, lines] },
    {
      id: "one-thread",
      label: "oipkit validate --jobs 1",
      file: process.execPath,
      args: [...validate, "--jobs", "1", lines],
    },
    { id: "bare", label: "bare loop of JSON.parse", file: process.execPath, args: [bareLoop, lines] },
    {
      id: "peer",
      label: "jsonschema validate --fast",
      file: peer,
      args: ["validate", "--fast", schema, lines],
    },
  ];
}

/** @type {readonly Case[]} */
export const coldCases = [
  {
    id: "cold",
    label: "oipkit validate, one small file",
    file: process.execPath,
    args: [oipkit, "validate", "--validators", validators, example],
  },
  { id: "node", label: "node -e 0", file: process.execPath, args: ["-e", "0"] },
];
