/**
 * A generator or reader.
 * @typedef {object} Tool
 * @property {"oipkit" | "openapi-typescript" | "hey-api" | "asyncapi-parser"} id also its module in `runners/`
 * @property {string} label
 * @property {import("./documents.mjs").Document["kind"]} reads
 * @property {"running" | "pinned"} node the one that runs this, or the one of the lock file
 * @property {boolean} writes TypeScript, which is compiled
 * @property {boolean} [validates] writes validators, which are loaded and called
 * @property {import("./compiler-options.mjs").Strictness} strictness
 */

/** @type {Omit<Tool, "reads">} */
const own = {
  id: "oipkit",
  label: "oipkit",
  node: "running",
  writes: true,
  validates: true,
  strictness: "strictest",
};

/** @type {readonly Tool[]} */
export const tools = [
  { ...own, reads: "openapi" },
  {
    id: "openapi-typescript",
    label: "openapi-typescript",
    reads: "openapi",
    node: "running",
    writes: true,
    strictness: "strict",
  },
  {
    id: "hey-api",
    label: "@hey-api/openapi-ts",
    reads: "openapi",
    node: "pinned",
    writes: true,
    strictness: "strict",
  },
  { ...own, reads: "asyncapi" },
  {
    id: "asyncapi-parser",
    label: "@asyncapi/parser",
    reads: "asyncapi",
    node: "running",
    writes: false,
    strictness: "strict",
  },
];
