// @needs bash
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { parse } from "yaml";
import { gitIn, testRepository } from "../support/commands/diff/inputs/git-repository.js";
import { readText } from "../support/package/code-blocks.js";
import { folderIn, repository } from "../support/package/install.js";
import { programOutput, run } from "../support/package/run.js";
import { type PackageProject, packageProject } from "../support/package/sdk-project.js";

const installation = inject("installation");

const [, shelf = ""] = /```yaml\n([\s\S]+?)```/.exec(readText("README.md")) ?? [];

/** A folder with the contract of the README. */
async function shelfFolder(): Promise<string> {
  const folder = await folderIn(installation, "shelf");
  await writeFile(join(folder, "shelf.yaml"), shelf);
  return folder;
}

async function passes({ script }: PackageProject, name: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await script(name, ...args);
  expect(code, stdout + stderr).toBe(0);
  return stdout;
}

describe("oipkit init contract", () => {
  it("writes contracts without findings, and an SDK of them passes its own tests, with credentials", async () => {
    const contract = await packageProject(installation, ["contract", "--package", "@acme/notes-contract"]);
    expect(await passes(contract, "lint")).toBe("");
    expect(await contract.oipkit(["generate"])).toMatchObject({ code: 0 });
    const sdk = await packageProject(installation, [
      "sdk",
      "--contract",
      join(contract.folder, "contracts"),
      "--package",
      "@acme/notes",
    ]);
    await passes(sdk, "check");
    expect(await passes(sdk, "test")).toContain("3 passed");
    expect(await readFile(join(sdk.folder, "README.md"), "utf8")).toContain("process.env.API_TOKEN");
  });
});

describe.each([
  ["the README's contract", shelfFolder, ["shelf/client.js", "validators/shelf.operations.js"]],
  [
    "an API and its events",
    async () => join(repository, "examples/bookshop/contracts"),
    ["events/receiver.js", "conformance/events.js"],
  ],
] as const)("oipkit init sdk, with %s", (_, contracts, files) => {
  it("writes a package that is checked, tested, packed, installed and called", async () => {
    const sdk = await packageProject(installation, [
      "sdk",
      "--contract",
      await contracts(),
      "--package",
      "@acme/things",
    ]);
    await passes(sdk, "check");
    expect(await passes(sdk, "test")).toMatch(/Tests +3 passed/);
    const [packed] = JSON.parse(await programOutput("npm", ["pack", "--json"], { cwd: sdk.folder }));
    const paths = packed.files.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(["dist/index.js", "dist/index.d.ts", "CHANGELOG.md", "README.md"]),
    );
    expect(paths.filter((path: string) => path.startsWith("test/"))).toEqual([]);

    const user = await folderIn(installation, "user");
    await programOutput("tar", ["-xf", join(sdk.folder, packed.filename)], { cwd: user });
    await mkdir(join(user, "node_modules/@acme"), { recursive: true });
    await symlink(join(user, "package"), join(user, "node_modules/@acme/things"));
    const program = await readFile(join(sdk.folder, "examples/first-call.ts"), "utf8");
    await writeFile(join(user, "call.mjs"), program);
    const { code, stderr } = await run("node", ["call.mjs"], {
      cwd: user,
      env: { API_URL: "http://127.0.0.1:9" },
    });
    expect({ code, reaches: /NetworkError/.test(stderr) }).toEqual({ code: 1, reaches: true });
    const imports = files.map((file) => `await import("@acme/things/${file}");`).join("");
    await writeFile(join(user, "import.mjs"), imports);
    expect(await run("node", ["import.mjs"], { cwd: user })).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("oipkit init sdk", () => {
  it("writes nothing if the contract is broken, or files exist", async () => {
    const folder = await folderIn(installation, "broken");
    await writeFile(
      join(folder, "a.yaml"),
      shelf.replace("#/components/schemas/Book", "#/components/schemas/Nook"),
    );
    const cli = join(installation.project, "node_modules/oipkit/dist/cli/oipkit.js");
    const broken = await run("node", [cli, "init", "sdk", "sdk", "--contract", "a.yaml"], { cwd: folder });
    expect(broken).toMatchObject({ code: 1 });
    expect(broken.stdout).toMatch(/^a\.yaml:11:/);
    await mkdir(join(folder, "sdk"));
    await writeFile(join(folder, "a.yaml"), shelf);
    await writeFile(join(folder, "sdk/README.md"), "Mine");
    const existing = await run("node", [cli, "init", "sdk", "sdk", "--contract", "a.yaml"], { cwd: folder });
    expect(existing).toMatchObject({ code: 1, stdout: "README.md: the file exists\n" });
  });
});

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }>
  >;
}

/** GitHub's command line, which can't be had here: it keeps what it was asked, and knows one open pull request at most. */
const gh = `#!/usr/bin/env bash
echo "$@" >> "$GH_LOG"
case "$1 $2" in
  "pr list") if [ -e "$GH_LOG.open" ]; then echo 1; else echo 0; fi ;;
  "pr create") touch "$GH_LOG.open" ;;
esac
while [ $# -gt 0 ]; do if [ "$1" = --body-file ]; then cp "$2" "$GH_LOG.body"; fi; shift; done
`;

describe("the workflow that follows a contract", () => {
  it("opens a pull request whose text is the changelog, renews it, and is silent if nothing changed", async () => {
    const contract = testRepository();
    contract.write({ "contracts/shelf.yaml": shelf }, "The contract");
    const source = `git+file://${contract.root}#main`;
    const sdk = await packageProject(
      installation,
      ["sdk", "--contract", source, "--package", "@acme/shelf"],
      gitEnvironment,
    );
    const git = gitIn(sdk.folder);
    const origin = join(sdk.folder, "../origin.git");
    git("init", "-q", "--bare", "-b", "main", origin);
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("commit", "-q", "-m", "The SDK");
    git("remote", "add", "origin", origin);
    git("push", "-q", "origin", "main");

    const workflow = parse(
      await readFile(join(sdk.folder, ".github/workflows/contract.yml"), "utf8"),
    ) as Workflow;
    const steps = (workflow.jobs.update?.steps ?? []).filter((step) => step.name !== undefined);
    const tools = await folderIn(installation, "tools");
    const log = join(tools, "gh.log");
    await writeFile(join(tools, "gh"), gh, { mode: 0o755 });
    const asked = async () =>
      (await readFile(log, "utf8").catch(() => "")).trim().split("\n").filter(Boolean);

    /** One run on a fresh checkout of the default branch. */
    const runOnce = async (): Promise<void> => {
      git("switch", "-q", "main");
      git("reset", "-q", "--hard", "origin/main");
      for (const [at, { run: script = "" }] of steps.entries()) {
        const file = join(tools, `${at}.sh`);
        await writeFile(file, script);
        const done = await run("bash", ["--noprofile", "--norc", "-eo", "pipefail", file], {
          cwd: sdk.folder,
          env: { ...gitEnvironment, PATH: `${tools}:${process.env.PATH}`, RUNNER_TEMP: tools, GH_LOG: log },
        });
        expect(done, done.stdout + done.stderr).toMatchObject({ code: 0 });
      }
    };
    await runOnce();
    expect(await asked()).toEqual([]);

    const withList = shelf.replace(
      "paths:\n",
      'paths:\n  /books:\n    get:\n      operationId: listBooks\n      tags: [books]\n      responses: { "204": { description: None. } }\n',
    );
    contract.write({ "contracts/shelf.yaml": withList }, "A list");
    await runOnce();
    const title = "Update the contract: @acme/shelf 0.2.0 (minor)";
    expect(await asked()).toEqual([
      "pr list --head oipkit/contract --state open --json number --jq length",
      `pr create --base main --head oipkit/contract --title ${title} --body-file ${tools}/update.md`,
    ]);
    expect(await readFile(`${log}.body`, "utf8")).toContain("- **`GET /books`**: The operation is new.");
    expect(git("log", "-1", "--format=%s", "origin/oipkit/contract")).toBe(title);
    const changed = git("diff", "--name-only", "origin/main", "origin/oipkit/contract").split("\n");
    expect(changed).toEqual(
      expect.arrayContaining([
        "CHANGELOG.md",
        "contracts/shelf.yaml",
        "oipkit.lock.json",
        "package.json",
        "src/shelf/client.ts",
      ]),
    );
    expect(git("show", "origin/oipkit/contract:src/shelf/client.ts")).toContain("listBooks");

    await runOnce();
    expect(await asked()).toHaveLength(2);

    contract.write(
      { "contracts/shelf.yaml": shelf.replaceAll("/books/{isbn}", "/volumes/{isbn}") },
      "Another path",
    );
    await runOnce();
    expect((await asked()).slice(2)).toEqual([
      "pr list --head oipkit/contract --state open --json number --jq length",
      "pr edit oipkit/contract --title Update the contract: @acme/shelf 0.2.0 (minor, breaking) --body-file " +
        `${tools}/update.md`,
    ]);
    expect(await readFile(`${log}.body`, "utf8")).toContain("### Breaking\n");

    git("switch", "-q", "main");
    git("merge", "-q", "--ff-only", "origin/oipkit/contract");
    git("push", "-q", "origin", "main");
    await passes(sdk, "check");
    expect(await passes(sdk, "test")).toMatch(/Tests +3 passed/);
    contract.remove();
  });

  it("proposes the version of a contract that is written beside the code", async () => {
    const sdk = await packageProject(installation, [
      "sdk",
      "--contract",
      await shelfFolder(),
      "--package",
      "@acme/shelf",
    ]);
    const git = gitIn(sdk.folder);
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("commit", "-q", "-m", "The SDK");
    await writeFile(
      join(sdk.folder, "contracts/shelf.yaml"),
      shelf.replace("required: [isbn, title]", "required: [isbn]"),
    );
    expect(await sdk.script("check")).toMatchObject({ code: 1 });
    expect(await passes(sdk, "update")).toContain(
      "Proposed version of `@acme/shelf`: **0.2.0** (minor, after 0.1.0)",
    );
    await passes(sdk, "check", "--require-version");
  });
});

const gitEnvironment = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
