import { describe, expect, it } from "vitest";
import { api } from "../../support/cli/small-contracts.js";
import { gitIn } from "../../support/commands/diff/inputs/git-repository.js";
import {
  inGit,
  inRegistry,
  packageJson,
  served,
  updatedProject,
} from "../../support/commands/updated-project.js";

const more = `${api}    post:\n      operationId: addThing\n      responses: { "201": { description: Made } }\n`;

describe.each([
  ["a URL", served],
  ["a git repository", inGit],
  ["a package", inRegistry],
] as const)("oipkit update, from %s", (_, start) => {
  it("takes, generates, raises the version and writes the changelog; then there is nothing new", async () => {
    const { name, publish, env = {} } = await start();
    await publish({ "things.openapi.yaml": api });
    const { read, names, update } = updatedProject(name);
    const first = await update(env);
    expect(first, first.err).toMatchObject({ exitCode: 0 });
    expect(read("contracts/things.openapi.yaml")).toBe(api);
    expect(read("src/things/client.ts")).toContain("listThings");
    expect(JSON.parse(read("package.json"))).toMatchObject({ version: "0.3.1" });

    await publish({ "things.openapi.yaml": more });
    expect(await update(env, "--check")).toMatchObject({
      exitCode: 1,
      out: `contracts is behind ${name}; run \`oipkit update\`\n`,
    });
    const second = await update(env);
    expect(second, second.err).toMatchObject({ exitCode: 0 });
    expect(second.out).toContain(
      "Proposed version of `@acme/things`: **0.4.0** (minor, after 0.3.1). 1 change, 0 breaking, 0 to check.",
    );
    expect(second.out).toContain("- **`POST /things`**: The operation is new.");
    expect(read("src/things/client.ts")).toContain("addThing");
    expect(read("package.json")).toBe(packageJson.replace("0.3.1", "0.4.0"));
    expect(read("CHANGELOG.md")).toBe(
      "# Changelog\n\n## 0.4.0\n\n### Added\n\n- **`POST /things`**: The operation is new.\n",
    );

    expect(await update(env)).toMatchObject({ exitCode: 0, out: "The contract is the same.\n" });
    expect(await update(env, "--check")).toMatchObject({ exitCode: 0 });

    await publish({ "things.openapi.yaml": api });
    const third = await update(env, "--format", "json");
    expect(JSON.parse(third.out)).toMatchObject({
      changed: true,
      title: "Update the contract: @acme/things 0.5.0 (minor, breaking)",
      version: { from: "0.4.0", to: "0.5.0", step: "minor" },
      entries: expect.arrayContaining([
        expect.objectContaining({ section: "removed", breaking: true, subject: "POST /things" }),
      ]),
    });
    expect(read("CHANGELOG.md")).toMatch(/^# Changelog\n\n## 0\.5\.0\n[\s\S]+\n## 0\.4\.0\n/);
    expect(names(".")).toEqual([
      "CHANGELOG.md",
      "contracts",
      "oipkit.config.yaml",
      "oipkit.lock.json",
      "package.json",
      "src",
    ]);
  });
});

describe("oipkit update", () => {
  it("changes nothing if the new contract is broken, and says where in the source", async () => {
    const { name, publish } = inGit();
    publish({ "things.openapi.yaml": api });
    const { read, names, update } = updatedProject(name);
    await update({});
    const before = [
      "oipkit.lock.json",
      "package.json",
      "contracts/things.openapi.yaml",
      "src/things/client.ts",
    ].map(read);
    publish({ "things.openapi.yaml": api.replace("openapi: 3.1.0", "openapi: 3.1.0\npaths: 7") });
    const { exitCode, out, err } = await update({});
    expect({ exitCode, err }).toEqual({
      exitCode: 1,
      err: "the new contract can't be used; nothing was changed\n",
    });
    expect(out).toContain(`${name} things.openapi.yaml:`);
    expect(
      ["oipkit.lock.json", "package.json", "contracts/things.openapi.yaml", "src/things/client.ts"].map(read),
    ).toEqual(before);
    expect(names(".").includes("CHANGELOG.md")).toBe(false);
  });

  it("undoes everything if nothing can be generated from a contract that can be read", async () => {
    const { name, publish } = inGit();
    publish({ "things.openapi.yaml": api });
    const { read, write, names, update } = updatedProject(name);
    await update({});
    const before = read("oipkit.lock.json");
    write({ "oipkit.config.yaml": `${read("oipkit.config.yaml")}strict: true\n` });
    const wrong =
      "{ description: Made, content: { application/json: { example: 1, schema: { type: string } } } }";
    publish({ "things.openapi.yaml": more.replace("{ description: Made }", wrong) });
    const { exitCode, out } = await update({});
    expect(exitCode).toBe(1);
    expect(out).toContain("things.openapi.yaml:");
    expect(read("oipkit.lock.json")).toBe(before);
    expect(read("contracts/things.openapi.yaml")).toBe(api);
    expect(names(".").filter((each) => each.startsWith(".oipkit-update"))).toEqual([]);
  });

  it("removes files that the source no longer has, and keeps those beside them", async () => {
    const { name, publish, repository } = inGit();
    publish({ "things.openapi.yaml": api, "schemas/old.schema.yaml": "type: string\n" });
    const { write, names, update } = updatedProject(name);
    await update({});
    write({ "contracts/schemas/own.schema.yaml": "type: integer\n" });
    repository.git("rm", "-q", "apis/schemas/old.schema.yaml");
    repository.git("commit", "-q", "-m", "Remove");
    const done = await update({});
    expect(done, done.err).toMatchObject({ exitCode: 0 });
    expect(names("contracts/schemas")).toEqual(["own.schema.yaml"]);
  });

  it("refuses to undo a change by hand", async () => {
    const { name, publish } = inGit();
    publish({ "things.openapi.yaml": api });
    const { write, update } = updatedProject(name);
    await update({});
    write({ "contracts/things.openapi.yaml": more });
    const { exitCode, err } = await update({});
    expect(exitCode).toBe(2);
    expect(err).toContain("contracts/things.openapi.yaml isn't what oipkit.lock.json says");
  });

  it("undoes an update that was killed while it wrote", async () => {
    const { name, publish } = inGit();
    publish({ "things.openapi.yaml": api });
    const { write, names, update } = updatedProject(name);
    await update({});
    // What is on the disk after a kill: the contract is new, and all that was replaced is aside.
    const aside = ".oipkit-update-999999999-0";
    write({
      [`${aside}/paths.json`]:
        "2\ncontracts/things.openapi.yaml\ncontracts/new.yaml\ncontracts/things.openapi.yaml\n",
      [`${aside}/old/contracts/things.openapi.yaml`]: api,
      "contracts/things.openapi.yaml": more,
      "contracts/new.yaml": more,
    });
    publish({ "things.openapi.yaml": more });
    const { exitCode, out, err } = await update({});
    expect({ exitCode, undone: err.includes("an earlier update was killed; it was undone") }).toEqual({
      exitCode: 0,
      undone: true,
    });
    expect(out).toContain("The operation is new.");
    expect(names("contracts")).toEqual(["things.openapi.yaml"]);
  });

  it("compares a contract of the same repository with the commit of the lock", async () => {
    const { cwd, read, write, update } = updatedProject(undefined, {
      "contracts/things.openapi.yaml": api,
    });
    const git = gitIn(cwd);
    git("init", "-q", "-b", "main");
    expect(await update({})).toMatchObject({ exitCode: 0 });
    git("add", "-A");
    git("commit", "-q", "-m", "Begin");
    expect(await update({})).toMatchObject({ exitCode: 0, out: "The contract is the same.\n" });
    write({ "contracts/things.openapi.yaml": more });
    git("commit", "-qam", "A new operation");
    const { exitCode, out } = await update({});
    expect(exitCode).toBe(0);
    expect(out).toContain("**0.4.0** (minor, after 0.3.1)");
    expect(read("src/things/client.ts")).toContain("addThing");
  });

  it("writes a changeset where a repository uses them", async () => {
    const { name, publish } = inGit();
    publish({ "things.openapi.yaml": api });
    const { read, names, update } = updatedProject(name, { ".changeset/config.json": "{}" });
    await update({});
    publish({ "things.openapi.yaml": more });
    await update({});
    const [file = ""] = names(".changeset").filter((each) => each.endsWith(".md"));
    expect(read(`.changeset/${file}`)).toMatch(/^---\n"@acme\/things": minor\n---\n/);
    expect(read("package.json")).toBe(packageJson);
  });
});
