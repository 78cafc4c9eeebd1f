import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { openapiFolder } from "../../corpus/paths.mjs";
import { description } from "../paths.mjs";

/** Large documents that people generate from, by name. */
const paths = {
  GitHub: description,
  Stripe: join(openapiFolder, "stripe.com.json"),
  "Amazon EC2": join(openapiFolder, "amazonaws.com/ec2.json"),
  Zuora: join(openapiFolder, "zuora.com.json"),
  "Microsoft Graph": join(openapiFolder, "microsoft.com/graph.json"),
};

/** Only for validators. */
const larger = { "Microsoft Graph, beta": join(openapiFolder, "microsoft.com/graph-beta.json") };

/**
 * @typedef {object} Document
 * @property {string} name
 * @property {string} path
 * @property {number} bytes
 * @property {number} schemas in `components`
 */

/**
 * @param {readonly string[]} names none for all
 * @returns {Promise<Document[]>}
 */
export async function readDocuments(names) {
  const all = { ...paths, ...larger };
  const unknown = names.find((name) => !Object.hasOwn(all, name));
  if (unknown !== undefined)
    throw new Error(`--only: no document ${unknown}; there are ${Object.keys(all).join(", ")}`);
  const wanted = names.length === 0 ? Object.entries(paths) : names.map((name) => [name, all[name]]);
  return Promise.all(
    wanted.map(async ([name, path]) => {
      const { components } = JSON.parse(await readFile(path, "utf8"));
      return { name, path, bytes: (await stat(path)).size, schemas: Object.keys(components.schemas).length };
    }),
  );
}
