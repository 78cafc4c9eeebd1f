import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { expect } from "vitest";
import { folderIn, type Installation, repository } from "./install.js";
import { type Finished, run } from "./run.js";

/** The options of `oipkit init`, and what the receiver needs in its environment. */
export interface WantedProject {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Packages that are taken from the repository's own `node_modules`. */
  readonly packages: readonly string[];
  /** Another SDK than `@oipkit/sdk`: the folder with its contracts, relative to the repository or absolute. */
  readonly contracts?: string;
}

/** The name of a generated SDK. */
const otherSdk = "@acme/sdk";

/** A project that `oipkit init` wrote, next to the installed packages. */
export interface InitProject {
  readonly folder: string;
  /** Runs a program of the project's packages, with the settings in `.env`. */
  readonly oipkit: (...args: readonly string[]) => Promise<Finished>;
  readonly tsc: (...args: readonly string[]) => Promise<Finished>;
  /** With what the receiver needs in its environment. */
  readonly vitest: (env: Readonly<Record<string, string>>, ...args: readonly string[]) => Promise<Finished>;
  /** How its scripts name the suite; empty if they don't. */
  readonly suiteFlags: () => Promise<readonly string[]>;
}

/** Writes a project with the installed `oipkit init`, and links the packages that it depends on. */
export async function initProject(
  installation: Installation,
  { args, packages, contracts }: WantedProject,
): Promise<InitProject> {
  const folder = join(await folderIn(installation, "init"), "project");
  const cli = join(installation.project, "node_modules/oipkit/dist/cli/index.js");
  const sdk = contracts === undefined ? [] : ["--sdk", otherSdk];
  if (contracts !== undefined) await buildSdk(installation, folder, contracts);
  const written = await run("node", [cli, "init", folder, ...sdk, ...args], { cwd: installation.project });
  expect(written, written.stderr).toMatchObject({ code: 0, stderr: "" });
  const installed = join(installation.project, "node_modules");
  // Copies: a link's target would look for drivers next to itself.
  for (const name of ["@oipkit/runtime", "@oipkit/sdk"])
    await cp(join(installed, name), join(folder, "node_modules", name), { recursive: true });
  for (const name of ["oipkit", "@types/node", "typescript", "jose", "oauth4webapi"])
    await link(join(installed, name), folder, name);
  for (const name of ["vitest", ...packages])
    await link(join(repository, "node_modules", name), folder, name);
  return projectPrograms(folder);
}

/** Generates an SDK and compiles it in the `node_modules` of a project, as its publisher would. */
async function buildSdk({ project }: Installation, folder: string, contracts: string): Promise<void> {
  const out = join(folder, "node_modules", otherSdk);
  await mkdir(out, { recursive: true });
  const bin = (path: string): string => join(project, "node_modules", path);
  const from = resolve(repository, contracts);
  const generated = await run(
    "node",
    [bin("oipkit/dist/cli/index.js"), "generate", "--contracts", from, "--out", out],
    {
      cwd: project,
    },
  );
  expect(generated, generated.stderr).toMatchObject({ code: 0 });
  const manifest = {
    name: otherSdk,
    version: "1.0.0",
    type: "module",
    exports: { "./*": "./*" },
  };
  await writeFile(join(out, "package.json"), JSON.stringify(manifest));
  const compilerOptions = {
    target: "ES2023",
    module: "NodeNext",
    types: ["node"],
    strict: true,
    declaration: true,
    skipLibCheck: true,
    typeRoots: [bin("@types")],
  };
  await writeFile(join(out, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const compiled = await run("node", [bin("typescript/bin/tsc"), "-p", out], { cwd: project });
  expect(compiled, compiled.stdout).toMatchObject({ code: 0 });
}

/** The programs of a project whose packages are installed. */
export function projectPrograms(folder: string): InitProject {
  const program = (path: string, flags: readonly string[] = []) => {
    return (...more: readonly string[]): Promise<Finished> =>
      run("node", [...flags, join(folder, "node_modules", path), ...more], { cwd: folder });
  };
  return {
    folder,
    oipkit: program("oipkit/dist/cli/index.js", ["--env-file=.env"]),
    tsc: program("typescript/bin/tsc"),
    vitest: (env, ...args) =>
      run("node", [join(folder, "node_modules/vitest/vitest.mjs"), ...args], { cwd: folder, env }),
    suiteFlags: async () => {
      const { scripts } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
      return / --suite \S+/.exec(scripts.send)?.[0].trim().split(" ") ?? [];
    },
  };
}

async function link(target: string, folder: string, name: string): Promise<void> {
  const path = join(folder, "node_modules", name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}

/** A running receiver. */
export interface RunningReceiver {
  readonly origin: string;
  /** What it has printed so far. */
  readonly output: () => string;
  /** Sends SIGTERM and resolves to the exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Starts the program `args` of a project on a free port with its `.env`; resolves when `ready` finds its address. */
export function startReceiver(
  { folder }: InitProject,
  { args, env = {}, ready }: { args: readonly string[]; env?: WantedProject["env"]; ready: RegExp },
): Promise<RunningReceiver> {
  return new Promise((resolve, reject) => {
    // Vitest sets `NODE_ENV`, and a user doesn't.
    const { NODE_ENV: _, ...inherited } = process.env;
    const quiet = { NO_COLOR: "1", FORCE_COLOR: "0", NEXT_TELEMETRY_DISABLED: "1" };
    const child: ChildProcess = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...inherited, ...quiet, PORT: "0", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = new Promise<number | null>((done) => child.once("close", done));
    let output = "";
    const listen = (chunk: Buffer): void => {
      output += chunk;
      const origin = ready.exec(output)?.[1];
      if (origin === undefined) return;
      const stop = (): Promise<number | null> => {
        child.kill("SIGTERM");
        return ended;
      };
      resolve({ origin, output: () => output, stop });
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("error", reject);
    ended.then((code) =>
      reject(new Error(`the receiver exited with ${code} before it was ready\n${output}`)),
    );
  });
}
