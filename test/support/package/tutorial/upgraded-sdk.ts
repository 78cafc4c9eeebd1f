import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addEvent } from "../../contracts/add-event.js";
import { repositoryCopy } from "../../contracts/repository-copy.js";
import { repository } from "../install.js";
import { programOutput } from "../run.js";

/** The package of a newer contract: it has one more event. */
export interface UpgradedSdk {
  readonly tarball: string;
  readonly remove: () => Promise<void>;
}

/** Adds an event to the contracts as their author does, generates the SDK, compiles and packs it. */
export async function packUpgradedSdk(): Promise<UpgradedSdk> {
  const copy = await repositoryCopy(repository);
  await addEvent(copy);
  const config = ["--config", "oipkit.config.yaml"];
  await programOutput("node", ["dist/cli/index.js", "generate", ...config], { cwd: copy });
  const sdk = join(copy, "generated");
  const manifest = JSON.parse(await readFile(join(sdk, "package.json"), "utf8"));
  await writeFile(join(sdk, "package.json"), JSON.stringify({ ...manifest, version: "0.2.1" }));
  const tsc = join(repository, "node_modules/typescript/bin/tsc");
  await programOutput("node", [tsc, "-b", sdk, "--sourceMap", "false"], { cwd: copy });
  for (const part of ["fixtures", "conformance"])
    await cp(join(sdk, part), join(sdk, "dist", part), {
      recursive: true,
      filter: (path) => !path.endsWith(".ts"),
    });
  const packed = await programOutput("npm", ["pack", "--ignore-scripts", "--silent"], { cwd: sdk });
  return {
    tarball: join(sdk, packed.trim().split("\n").at(-1) ?? ""),
    remove: () => rm(copy, { recursive: true, force: true }),
  };
}
