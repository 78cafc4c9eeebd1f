import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../services/program.js";
import { initProject } from "../init-project.js";
import { folderIn, type Installation } from "../install.js";
import { programOutput } from "../run.js";
import type { Stage } from "./play.js";

/** What is chosen in `oipkit init`. */
export interface TutorialChoices {
  readonly framework: "node" | "express" | "fastify" | "hono" | "next";
  readonly store: "sqlite" | "postgres" | "postgres-redis";
  /** Addresses of the databases, if the store needs them. */
  readonly databases: Readonly<Record<string, string>>;
  /** The package of the newer contract. */
  readonly upgraded: string;
}

const packagesByFramework = {
  node: [],
  express: ["express", "@types/express"],
  fastify: ["fastify"],
  hono: ["hono", "@hono/node-server"],
  next: [],
} as const;

const packagesByStore = {
  sqlite: ["libsql"],
  postgres: ["pg", "@types/pg"],
  "postgres-redis": ["pg", "@types/pg", "redis"],
} as const;

const flags = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];

/** Writes a project with `oipkit init`, installs it, and gives it ports of its own. */
export async function tutorialProject(installation: Installation, choices: TutorialChoices): Promise<Stage> {
  const { framework, store, databases, upgraded } = choices;
  const args = ["--framework", framework, "--store", store];
  const isNext = framework === "next";
  const folder = isNext
    ? await installedProject(installation, args)
    : await linkedProject(installation, {
        args,
        packages: [...packagesByFramework[framework], ...packagesByStore[store]],
      });
  const [receiver, sandbox] = [await freePort(), await freePort()];
  await change(join(folder, ".env"), (text) => {
    const lines = text.replace("PORT=8080", `PORT=${receiver}`);
    return Object.entries(databases).reduce(
      (result, [name, url]) => result.replace(new RegExp(`^${name}=.*$`, "m"), () => `${name}=${url}`),
      lines,
    );
  });
  if (isNext) await change(join(folder, "package.json"), (text) => text.replaceAll("8080", String(receiver)));
  return {
    folder,
    env: environment(),
    isNext,
    instead: new Map([
      ["127.0.0.1:8080", `127.0.0.1:${receiver}`],
      ["127.0.0.1:8787", `127.0.0.1:${sandbox}`],
      ["oipkit sandbox --env .env", `oipkit sandbox --env .env --port ${sandbox}`],
    ]),
    upgrade: () => install(folder, { tarball: upgraded, isNext }),
  };
}

/** A reader's: Vitest's own variables would change what the tools print. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, VITEST: __, VITEST_WORKER_ID: ___, PORT: ____, ...inherited } = process.env;
  const quiet = {
    NO_COLOR: "1",
    FORCE_COLOR: "0",
    NEXT_TELEMETRY_DISABLED: "1",
    npm_config_update_notifier: "false",
  };
  return Object.assign(inherited, quiet);
}

async function linkedProject(
  installation: Installation,
  { args, packages }: { readonly args: readonly string[]; readonly packages: readonly string[] },
): Promise<string> {
  const { folder } = await initProject(installation, { args, packages });
  // A copy: a link's target would look for the drivers next to itself.
  const cli = join(folder, "node_modules/oipkit");
  await rm(cli);
  await cp(join(installation.project, "node_modules/oipkit"), cli, { recursive: true });
  const programs = {
    oipkit: "oipkit/dist/cli/oipkit.js",
    tsc: "typescript/bin/tsc",
    vitest: "vitest/vitest.mjs",
  };
  await mkdir(join(folder, "node_modules/.bin"), { recursive: true });
  for (const [name, path] of Object.entries(programs))
    await symlink(join("..", path), join(folder, "node_modules/.bin", name));
  return folder;
}

/** Next.js follows no links out of a project, so it gets an installation of its own. */
async function installedProject(installation: Installation, args: readonly string[]): Promise<string> {
  const folder = join(await folderIn(installation, "init"), "project");
  const cli = join(installation.project, "node_modules/oipkit/dist/cli/index.js");
  await programOutput("node", [cli, "init", folder, ...args], { cwd: installation.project });
  const tarballs = Object.fromEntries(
    installation.packages.map(({ name, tarball }) => [name, `file:${tarball}`]),
  );
  await change(join(folder, "package.json"), (text) => {
    const manifest = JSON.parse(text);
    Object.assign(manifest.devDependencies, tarballs);
    for (const name of Object.keys(tarballs)) delete manifest.dependencies[name];
    return JSON.stringify(manifest, undefined, 2);
  });
  await programOutput("npm", ["install", ...flags], { cwd: folder });
  return folder;
}

async function install(
  folder: string,
  { tarball, isNext }: { readonly tarball: string; readonly isNext: boolean },
): Promise<void> {
  if (isNext) {
    await programOutput("npm", ["install", ...flags, "--save-dev", tarball], { cwd: folder });
    return;
  }
  const installed = join(folder, "node_modules/@oipkit/sdk");
  await rm(installed, { recursive: true });
  await mkdir(installed);
  await programOutput("tar", ["xzf", tarball, "-C", installed, "--strip-components=1"], { cwd: folder });
}

async function change(path: string, edit: (text: string) => string): Promise<void> {
  await writeFile(path, edit(await readFile(path, "utf8")));
}
