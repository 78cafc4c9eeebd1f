import { readdirSync, readFileSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommand } from "../support/cli/run-command.js";
import { api } from "../support/cli/small-contracts.js";
import { files, generated } from "../support/commands/manifest/artifact.js";
import { inGit, updatedProject } from "../support/commands/updated-project.js";
import { type CrashFault, crashCommand, crashEverywhere, crashStep } from "../support/crash/crash.js";
import { contractFolder, temporaryFolder } from "../support/generator/emit/contract-folder.js";

const properties = (names: readonly string[]) => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Thing",
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
});

/** A command that crashes, in a folder that is copied for each crash. */
interface CrashingCommand {
  readonly args: readonly string[];
  readonly folder: () => Promise<string>;
  /** What a complete run leaves. */
  readonly result: (folder: string) => Promise<unknown>;
  /** Every how many writes it crashes in `npm test`. */
  readonly step: number;
}

/** The contents of a folder, with nothing that a run left beside its results. */
function contents(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    found.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length), readFileSync(path, "utf8")];
    }),
  );
}

const commands: Readonly<Record<string, CrashingCommand>> = {
  generate: {
    args: ["generate", "--contracts", "c", "--out", "g"],
    async folder() {
      const folder = await contractFolder({ "c/a.schema.json": properties(["a"]) });
      await mkdir(join(folder, "node_modules"));
      await runCommand(folder, "generate", "--contracts", "c", "--out", "g");
      const changed = await contractFolder({
        "c/a.schema.json": properties(["b"]),
        "c/b.schema.json": properties(["c"]),
      });
      await cp(join(changed, "c"), join(folder, "c"), { recursive: true });
      return folder;
    },
    result: async (folder) => contents(join(folder, "g")),
    step: 70,
  },
  "receiver migrate": {
    args: ["receiver", "migrate", "--store", "sqlite:r.db"],
    folder: temporaryFolder,
    result: async (folder) => (await runCommand(folder, "inbox", "list", "--store", "sqlite:r.db")).err,
    step: 8,
  },
  "deliveries migrate": {
    args: ["deliveries", "migrate", "--store", "sqlite:d.db"],
    folder: temporaryFolder,
    result: async (folder) => (await runCommand(folder, "deliveries", "list", "--store", "sqlite:d.db")).out,
    step: 60,
  },
  "manifest build": {
    args: [
      ...["manifest", "build", "a", "--entry", "entry.js", "--container", "assets/container.js"],
      ...["--runtime", "r", "--artifact-version", "1.0.0", "--validators", generated, "-o", "m/m.json"],
    ],
    folder: () =>
      contractFolder({
        "m/m.json": "old",
        ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`a/${path}`, text])),
      }),
    result: async (folder) => readFileSync(join(folder, "m/m.json"), "utf8"),
    step: 2,
  },
  "validate -o": {
    args: ["validate", "--schema", "s.json", "data.ndjson", "--format", "json", "-o", "report.json"],
    folder: () =>
      contractFolder({
        "s.json": properties(["a"]),
        "data.ndjson": '{ "a": "b" }\n',
        "report.json": "of an earlier run",
        // Of a process that has ended.
        ".report.json.4194305.tmp": "half of a report",
      }),
    result: async (folder) => contents(folder),
    step: 1,
  },
  "lint --fix": {
    args: ["lint", "a.openapi.yaml", "--fix"],
    folder: () =>
      contractFolder({
        "a.openapi.yaml": [
          ...["openapi: 3.1.0", 'info: { title: t, version: "1" }', "paths:", "  /a:", "    get:"],
          ...[
            "      operationId: a",
            "      tags: [a, b, a]",
            "      security: []",
            '      responses: { "200": { description: d } }',
            "",
          ],
        ].join("\n"),
      }),
    result: async (folder) => contents(folder),
    step: 1,
  },
  update: {
    args: ["update"],
    async folder() {
      const source = inGit();
      source.publish({ "things.openapi.yaml": api, "schemas/old.schema.yaml": "type: string\n" });
      const { cwd, update } = updatedProject(source.name);
      expect(await update({})).toMatchObject({ exitCode: 0 });
      source.repository.git("rm", "-q", "apis/schemas/old.schema.yaml");
      source.publish({ "things.openapi.yaml": api.replaceAll("/things", "/others") });
      return cwd;
    },
    result: async (folder) => contents(folder),
    step: 70,
  },
};

describe.each(Object.entries(commands))("oipkit %s", (name, { args, folder, result, step }) => {
  test.each<CrashFault>(["kill", "ENOSPC", "EROFS"])(
    "after %s at a write, the next run does all of it",
    async (fault) => {
      const original = await folder();
      const complete = await temporaryFolder();
      await cp(original, complete, { recursive: true });
      expect(await runCommand(complete, ...args)).toMatchObject({ exitCode: 0 });
      const wanted = await result(complete);
      const crashes = await crashEverywhere(`${name}, ${fault}`, crashStep(step), async (at) => {
        const under = await temporaryFolder();
        await cp(original, under, { recursive: true });
        const crashed = await crashCommand(args, { cwd: under, crash: { fault, at, under } });
        if (!crashed.killed && crashed.exitCode !== 0) expect(crashed.text).toMatch(said[fault]);
        const next = await runCommand(under, ...args);
        expect(next, `after ${at} writes: ${crashed.text}`).toMatchObject({ exitCode: 0 });
        expect(await result(under)).toEqual(wanted);
        return crashed;
      });
      expect(crashes).toBeGreaterThan(0);
    },
  );
});

/** A failure is said by its cause, and is no stack trace. */
const said: Readonly<Record<CrashFault, RegExp>> = {
  kill: /^$/,
  ENOSPC: /^(?!.*\n {4}at ).*(?:ENOSPC|no space left)/s,
  EROFS: /^(?!.*\n {4}at ).*(?:EROFS|read-only)/s,
};

test.each<CrashFault>(["kill", "ENOSPC", "EROFS"])(
  "after %s at a write, `oipkit init` loses nothing that was there, and says what to do or does all of it",
  async (fault) => {
    const mine = { name: "mine", private: true, scripts: { mine: "node mine.js" } };
    const crashes = await crashEverywhere(`init, ${fault}`, crashStep(12), async (at) => {
      const under = await contractFolder({ "package.json": mine, ".gitignore": "mine\n" });
      const crashed = await crashCommand(["init"], { cwd: under, crash: { fault, at, under } });
      if (!crashed.killed && crashed.exitCode !== 0) expect(crashed.text).toMatch(said[fault]);
      const next = await runCommand(under, "init");
      if (next.exitCode !== 0) {
        expect(next).toMatchObject({ exitCode: 1, out: expect.stringContaining("the file exists") });
        expect(await runCommand(under, "init", "--force")).toMatchObject({ exitCode: 0 });
      }
      const found = contents(under);
      expect(JSON.parse(found["/package.json"] ?? "")).toMatchObject(mine);
      expect(found["/.gitignore"]).toMatch(/^mine\n/);
      expect(Object.keys(found).filter((path) => path.startsWith("/.oipkit"))).toEqual([]);
      return crashed;
    });
    expect(crashes).toBeGreaterThan(0);
  },
);
