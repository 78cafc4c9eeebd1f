import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { main } from "../../../cli/main.js";
import { afterThisTest } from "../clean-up.js";
import type { CommandResult } from "../cli/run-command.js";
import { type TestRepository, testRepository } from "./diff/inputs/git-repository.js";
import { startRegistry } from "./small-registry.js";

/** The `package.json` of a project, whose formatting must stay. */
export const packageJson = '{\n    "name": "@acme/things",\n    "version": "0.3.1"\n}\n';

/** A project that `oipkit update` works in. */
export interface UpdatedProject {
  readonly cwd: string;
  write(files: Readonly<Record<string, string>>): void;
  read(path: string): string;
  /** Names in a folder, sorted. */
  names(path: string): readonly string[];
  update(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<CommandResult>;
}

/** A project that takes its contract from a source, or has it itself. */
export function updatedProject(
  source: string | undefined,
  files: Readonly<Record<string, string>> = {},
): UpdatedProject {
  const cwd = mkdtempSync(join(tmpdir(), "oipkit-update-"));
  afterThisTest(() => rmSync(cwd, { recursive: true }));
  const write: UpdatedProject["write"] = (texts) => {
    for (const [name, text] of Object.entries(texts)) {
      mkdirSync(join(cwd, dirname(name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
  };
  const from = source === undefined ? "" : `source: ${JSON.stringify(source)}\n`;
  write({
    "package.json": packageJson,
    "oipkit.config.yaml": `contracts: [contracts]\nout: src\n${from}`,
    ...files,
  });
  return {
    cwd,
    write,
    read: (path) => readFileSync(join(cwd, path), "utf8"),
    names: (path) => readdirSync(join(cwd, path)).sort(),
    update: (env, ...args) => runUpdate(cwd, env, args),
  };
}

async function runUpdate(
  cwd: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): Promise<CommandResult> {
  const written = { out: "", err: "" };
  const exitCode = await main(["update", ...args], {
    cwd,
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", ...env },
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    now: () => 0,
    signal: new AbortController().signal,
  });
  return { exitCode, ...written };
}

/** A server on this machine. */
export async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  afterThisTest(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A source whose contract changes. */
export interface ChangingSource {
  /** As the configuration names it. */
  readonly name: string;
  publish(files: Readonly<Record<string, string>>): Promise<void> | void;
  readonly env?: NodeJS.ProcessEnv;
}

/** One document at a URL. */
export async function served(): Promise<ChangingSource> {
  let text = "";
  const url = await serving((_, response) => response.end(text));
  return {
    name: `${url}/things.openapi.yaml`,
    publish: (files) => {
      text = files["things.openapi.yaml"] ?? "";
    },
  };
}

/** A folder on a branch of a git repository. */
export function inGit(): ChangingSource & { readonly repository: TestRepository } {
  const repository = testRepository();
  afterThisTest(() => repository.remove());
  return {
    repository,
    name: `git+file://${repository.root}#main:apis`,
    publish: (files) => {
      const below = Object.entries(files).map(([name, text]) => [`apis/${name}`, text]);
      repository.write({ "README.md": "Not a contract", ...Object.fromEntries(below) }, "Change");
    },
  };
}

/** A file of a package. */
export async function inRegistry(): Promise<ChangingSource> {
  const registry = await startRegistry("@acme/contract");
  afterThisTest(() => registry.close());
  const home = mkdtempSync(join(tmpdir(), "oipkit-home-"));
  afterThisTest(() => rmSync(home, { recursive: true }));
  let minor = 0;
  return {
    name: "npm:@acme/contract@^1/things.openapi.yaml",
    publish: (files) => registry.publish(`1.${minor++}.0`, files),
    env: { npm_config_registry: registry.url, npm_config_cache: join(home, "cache"), HOME: home },
  };
}
