import { readdir, readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const app = fileURLToPath(new URL("../../../platform/console/dist/app", import.meta.url));
const assets = `${app}/assets`;

/**
 * @typedef {object} Sizes Bytes of scripts and styles, as they are and compressed.
 * @property {number} plain
 * @property {number} gzip
 * @property {number} brotli
 */

/**
 * Sizes of all scripts and styles, and of those that a browser loads for the largest page as its first one.
 * @returns {Promise<{ readonly all: Sizes, readonly largest: Sizes, readonly scripts: number }>}
 */
export async function bundleSizes() {
  const names = (await readdir(assets)).filter((name) => /\.(?:js|css)$/.test(name));
  const scripts = names.filter((name) => name.endsWith(".js"));
  const styles = names.filter((name) => name.endsWith(".css"));
  const document = await readFile(`${app}/index.html`, "utf8");
  const entry = scripts.find((name) => document.includes(name)) ?? "";
  const pages = await Promise.all(
    scripts.map(async (page) => sizesOf([...styles, ...(await withImports([entry, page]))])),
  );
  const largest = pages.reduce((most, page) => (page.gzip > most.gzip ? page : most));
  return { all: await sizesOf(names), largest, scripts: scripts.length };
}

/**
 * Scripts, and what they import, each once.
 * @param {readonly string[]} scripts
 */
async function withImports(scripts) {
  const found = new Set(scripts);
  for (const name of found)
    for (const [imported] of (await readFile(`${assets}/${name}`, "utf8")).matchAll(
      /(?<=(?:from|import)\s*"\.\/)[^"]+\.js/g,
    ))
      found.add(imported);
  return found;
}

/**
 * @param {readonly string[]} names
 * @returns {Promise<Sizes>}
 */
async function sizesOf(names) {
  /** @param {string} suffix */
  const sum = async (suffix) => {
    const sizes = await Promise.all(names.map((name) => sizeOf(`${assets}/${name}`, suffix)));
    return sizes.reduce((total, size) => total + size, 0);
  };
  return { plain: await sum(""), gzip: await sum(".gz"), brotli: await sum(".br") };
}

/**
 * A file that is too small to be compressed counts as it is.
 * @param {string} path
 * @param {string} suffix
 */
async function sizeOf(path, suffix) {
  const { size } = await stat(path + suffix).catch(() => stat(path));
  return size;
}
