import { readdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const assets = fileURLToPath(new URL("../../console/dist/app/assets", import.meta.url));

/**
 * Bytes of all scripts and styles of the page, as they are, with gzip and with Brotli.
 * @returns {Promise<{ readonly plain: number, readonly gzip: number, readonly brotli: number }>}
 */
export async function bundleSizes() {
  const names = (await readdir(assets)).filter((name) => /\.(?:js|css)$/.test(name));
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
