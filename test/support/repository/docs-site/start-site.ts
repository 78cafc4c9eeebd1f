import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterThisFile } from "../../clean-up.js";
import { root } from "../../generator/emit/contract-folder.js";

/** The site as `npm run docs -- --serve` builds and serves it. */
export interface StartedSite {
  /** Where the built site is. */
  readonly folder: string;
  /** Ends with a slash. */
  readonly url: string;
}

const tool = join(root, "tools/docs-site.mjs");
/** VitePress looks for its packages from where it builds, so that is within the repository. */
const builds = join(root, "tools/docs-site/dist");

/** Builds the site, and serves it on a free port until the tests of this file have run. */
export async function startSite(): Promise<StartedSite> {
  await mkdir(builds, { recursive: true });
  const folder = await mkdtemp(join(builds, "test-"));
  const child = spawn(process.execPath, [tool, "--folder", folder, "--serve", "--port", "0"], { cwd: root });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  afterThisFile(async () => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  return { folder: join(folder, "site"), url: await servedAt(child) };
}

function servedAt(child: ChildProcess): Promise<string> {
  let printed = "";
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      printed += String(chunk);
      const [, url] = /served at (http:\S+)/.exec(printed) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`the site wasn't built (exit code ${code}): ${printed}`)));
  });
}
