import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../../support/cli/run-command.js";
import { api } from "../../../support/cli/small-contracts.js";

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "oipkit-changelog-"));
  write({
    "old.openapi.yaml": api,
    "new.openapi.yaml": `${api}    post:\n      operationId: addThing\n      responses: { "201": { description: Made } }\n`,
  });
});
afterEach(() => rmSync(cwd, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(cwd, dirname(name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
}

const changelog = (...args: readonly string[]) => runCommand(cwd, "changelog", ...args);
const forth = ["old.openapi.yaml", "new.openapi.yaml"] as const;
const back = ["new.openapi.yaml", "old.openapi.yaml"] as const;
const changesets = () => readdirSync(join(cwd, ".changeset"));

describe("oipkit changelog", () => {
  it("prints what changed, and exits with 0", async () => {
    expect(await changelog(...forth)).toEqual({
      exitCode: 0,
      out: "## Unreleased\n\n### Added\n\n- **`POST /things`**: The operation is new.\n",
      err: "1 change, none breaking; version: minor (0.0 s)\n",
    });
    const { exitCode, out, err } = await changelog("--release", "2.0.0", ...back);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^## 2\.0\.0\n/);
    expect(out).toContain(
      "### Breaking\n\nPrograms that were written for the previous version can fail.\n\n- **`POST /things`**: The operation was removed. Stop calling it.\n",
    );
    expect(err).toBe("1 change, 1 breaking; version: major (0.0 s)\n");
  });

  it("says that nothing changed", async () => {
    const { exitCode, out, err } = await changelog("old.openapi.yaml", "old.openapi.yaml");
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: "## Unreleased\n\nNothing changed.\n" });
    expect(err).toBe("nothing changed (0.0 s)\n");
  });

  it("writes JSON, and files", async () => {
    await changelog(
      "--format",
      "markdown",
      "-o",
      "CHANGES.md",
      "--format",
      "json",
      "-o",
      "changes.json",
      ...back,
    );
    expect(readFileSync(join(cwd, "CHANGES.md"), "utf8")).toContain("### Breaking\n");
    expect(JSON.parse(readFileSync(join(cwd, "changes.json"), "utf8"))).toMatchObject({
      release: null,
      version: "major",
      entries: [{ section: "removed", breaks: "wire", breaking: true, subject: "POST /things" }],
    });
  });
});

describe("oipkit changelog --changeset", () => {
  beforeEach(() => {
    write({
      ".changeset/config.json": "{}",
      "generated/package.json": '{ "name": "@acme/sdk", "version": "1.2.0" }',
    });
  });

  it("raises the package of the generated folder, and is written once", async () => {
    const { exitCode, out, err } = await changelog("--changeset", ...back);
    expect({ exitCode, out }).toEqual({ exitCode: 0, out: "" });
    const [file = ""] = changesets().filter((name) => name.endsWith(".md"));
    expect(err).toContain(`wrote .changeset/${file}: @acme/sdk major\n`);
    expect(readFileSync(join(cwd, ".changeset", file), "utf8")).toMatch(
      /^---\n"@acme\/sdk": major\n---\n\nThe contract/,
    );
    expect((await changelog("--changeset", ...back)).err).toContain(`.changeset/${file} is there already`);
    expect(changesets()).toHaveLength(2);
  });

  it("breaks in a minor version below 1.0.0", async () => {
    write({ "generated/package.json": '{ "name": "@acme/sdk", "version": "0.2.0" }' });
    expect((await changelog("--changeset", ...back)).err).toContain("@acme/sdk minor\n");
  });

  it("takes the package above the generated folder, or the one that is named", async () => {
    rmSync(join(cwd, "generated"), { recursive: true });
    write({ "package.json": '{ "name": "app", "version": "3.0.0" }' });
    expect((await changelog("--changeset", ...back)).err).toContain("app major\n");
    expect((await changelog("--changeset", "--package", "@acme/other", ...forth)).err).toContain(
      "@acme/other minor\n",
    );
  });

  it("never overwrites a file", async () => {
    write({ ".changeset/mine.md": "mine" });
    const { exitCode, err } = await changelog("--changeset", "--name", "mine", ...back);
    expect(exitCode).toBe(2);
    expect(err).toContain(".changeset/mine.md exists already");
    expect(readFileSync(join(cwd, ".changeset/mine.md"), "utf8")).toBe("mine");
  });

  it("isn't written if nothing changed", async () => {
    const { exitCode, err } = await changelog("--changeset", "old.openapi.yaml", "old.openapi.yaml");
    expect(exitCode).toBe(0);
    expect(err).toContain("no changeset was written");
    expect(changesets()).toEqual(["config.json"]);
  });
});

describe("oipkit changelog that can't run", () => {
  it.each<[string, readonly string[], string]>([
    ["three versions", ["a", "b", "c"], "unexpected argument `c`: changelog takes OLD and NEW"],
    [
      "no version as the release",
      ["--release", "soon", ...forth],
      "--release must be a version such as 1.2.3",
    ],
    ["a name without a changeset", ["--name", "x", ...forth], "--name is for a changeset; add --changeset"],
    ["a name that leads out", ["--changeset", "--name", "../x", ...forth], "--name must consist of letters"],
    ["no folder for changesets", ["--changeset", "--package", "x", ...forth], "npx changeset init"],
  ])("says why: %s", async (_, args, message) => {
    const { exitCode, out, err } = await changelog(...args);
    expect(exitCode).toBe(2);
    expect(err).toContain(message);
    expect(out).toBe("");
  });

  it("says which package is missing", async () => {
    write({ ".changeset/config.json": "{}" });
    const { exitCode, err } = await changelog("--changeset", ...forth);
    expect(exitCode).toBe(2);
    expect(err).toContain("name it with --package");
  });
});
