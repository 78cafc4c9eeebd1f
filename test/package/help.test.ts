import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { repository } from "../support/package/install.js";
import { run } from "../support/package/run.js";

const cli = join(repository, "dist/cli/index.js");
const heavy = [
  "typescript",
  "asyncapi-parser.cjs",
  "redocly-types.cjs",
  "ajv",
  "handlebars",
  "yaml",
  "chokidar",
];
const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** The packages and the bundled libraries of which a command runs code, according to V8's coverage. */
async function packagesLoadedBy(...args: string[]): Promise<Set<string>> {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-coverage-"));
  folders.push(folder);
  await run("node", [cli, ...args], { cwd: repository, env: { NODE_V8_COVERAGE: folder } });
  const loaded = new Set<string>();
  for (const name of await readdir(folder)) {
    const { result } = JSON.parse(await readFile(join(folder, name), "utf8")) as {
      result: { url: string }[];
    };
    for (const { url } of result)
      loaded.add(/\/(?:node_modules|dist\/vendor)\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? "oipkit");
  }
  return loaded;
}

describe("the libraries that the command line loads", () => {
  it.each(["--help", "--version", "generate --help", "nonsense"])("are none for %s", async (line) => {
    expect([...(await packagesLoadedBy(...line.split(" ")))]).toEqual(["oipkit"]);
  });

  it("are all except the watcher for generate, which shows that this test detects them", async () => {
    const contracts = ["--contracts", "examples/bookshop/contracts", "--examples", "off"];
    const loaded = await packagesLoadedBy("generate", "--check", "--no-cache", ...contracts);
    expect(heavy.filter((name) => !loaded.has(name))).toEqual(["chokidar"]);
  });
});

describe("an invalid command line", () => {
  it.each([
    [["nonsense"], "unknown command nonsense"],
    [["toString"], "unknown command toString"],
    [["generate", "--chek"], "did you mean `--check`?"],
    [["generate", "--nonsense"], "there is no option `--nonsense`"],
    [["generate", "contracts"], "unexpected argument `contracts`"],
    [["generate", "--only", "pictures"], "there is no output `pictures`"],
    [["generate", "--contracts", "no-such-folder"], "no-such-folder: there is no such file or folder"],
    [["generate", "--config", "no-such-file.yaml"], "no-such-file.yaml: cannot read the file"],
    [["generate", "--check", "--watch"], "use either --check or --watch, not both"],
    [["generate", "--out", "contracts/generated"], "choose an output folder outside the contracts"],
  ])("%j exits with 2 and only writes to stderr", async (args, text) => {
    const { code, stdout, stderr } = await run("node", [cli, ...args], { cwd: repository });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(text);
  });

  it("without a command prints the commands and exits with 2", async () => {
    const { code, stdout } = await run("node", [cli], { cwd: repository });
    expect(code).toBe(2);
    expect(stdout).toMatch(/^ {2}generate +Generates types/m);
  });
});
