import { readFile } from "node:fs/promises";

const root = new URL("../../../", import.meta.url);
const folders = [
  ...["platform/sandbox/", "delivery/"],
  ...["hono", "@hono/node-server", "jose", "oidc-provider", "undici", "libsql"].map(
    (name) => `node_modules/${name}/`,
  ),
];

/** @returns {Promise<readonly string[]>} names with versions */
export async function readVersions() {
  const packages = await Promise.all(
    folders.map(async (folder) => JSON.parse(await readFile(new URL(`${folder}package.json`, root), "utf8"))),
  );
  return [...packages.map(({ name, version }) => `${name} ${version}`), `Node ${process.versions.node}`];
}
