import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../../../support/cli/run-command.js";
import { makeTarball } from "../../../support/commands/diff/inputs/tarball/make-tarball.js";

const dialect = "$schema: https://json-schema.org/draft/2020-12/schema\n";
const event = `${dialect}properties: { kind: { $ref: ../shared/kind.yaml } }\n`;
const kind = (...values: readonly string[]) => `${dialect}enum: [${values.join(", ")}]\n`;

let folder: string;
let cwd: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "oipkit-package-"));
  cwd = join(folder, "work");
  write({
    "package.json": "{}",
    "node_modules/@acme/api/package.json": '{ "name": "@acme/api", "version": "1.2.0" }',
    "node_modules/@acme/api/contracts/event.schema.yaml": event,
    "node_modules/@acme/api/shared/kind.yaml": kind("human", "robot"),
    "contracts/event.schema.yaml": `${dialect}properties: { kind: { enum: [human] } }\n`,
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(cwd, dirname(name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
}

const diff = (...args: readonly string[]) => runCommand(cwd, "diff", ...args);

it("compares an installed package with the working tree", async () => {
  for (const name of ["@acme/api", "npm:@acme/api", "@acme/api/contracts"]) {
    const { exitCode, out } = await diff(name);
    expect(exitCode).toBe(1);
    expect(out).toContain("contracts/event.schema.yaml:2:23 schema-narrowed /properties/kind/enum");
    expect(out).toContain("old: node_modules/@acme/api/");
  }
});

it("finds packages of parent folders and linked ones", async () => {
  cpSync(join(cwd, "node_modules/@acme/api"), join(folder, "store/api"), { recursive: true });
  rmSync(join(cwd, "node_modules/@acme/api"), { recursive: true });
  symlinkSync(join(folder, "store/api"), join(cwd, "node_modules/@acme/api"));
  expect((await diff("@acme/api")).exitCode).toBe(1);
  mkdirSync(join(cwd, "inner"));
  const inner = await runCommand(join(cwd, "inner"), "diff", "@acme/api", "../contracts");
  expect(inner.exitCode).toBe(1);
});

it("prefers a folder of the same name, unless npm: is written", async () => {
  write({
    "api/event.schema.yaml": `${dialect}properties: { kind: { enum: [human] } }\n`,
    "node_modules/api/package.json": "{}",
    "node_modules/api/event.schema.yaml": kind("other"),
  });
  expect((await diff("api", "contracts")).exitCode).toBe(0);
  expect((await diff("npm:api", "contracts")).exitCode).toBe(1);
});

it("compares what npm pack made, in memory", async () => {
  execFileSync("npm", ["pack", "--ignore-scripts", "--offline", "--pack-destination", cwd], {
    cwd: join(cwd, "node_modules/@acme/api"),
    stdio: "ignore",
  });
  const packed = "acme-api-1.2.0.tgz";
  const { exitCode, out, err } = await diff(packed);
  expect({ exitCode, err }).toEqual({ exitCode: 1, err: "1 finding in 1 part; version: major (0.0 s)\n" });
  expect(out).toContain(`old: ${packed}:contracts/event.schema.yaml:2:15`);
  expect((await diff(packed, "npm:@acme/api")).exitCode).toBe(0);
  const file = await diff(`${packed}:contracts/event.schema.yaml`, "contracts/event.schema.yaml");
  expect(file.exitCode).toBe(1);
});

it("follows references only within a package", async () => {
  write({ "node_modules/@acme/shared/kind.yaml": kind("human") });
  for (const ref of ["../../shared/kind.yaml", "../../../../contracts/event.schema.yaml"]) {
    const text = `${dialect}$ref: ${ref}\n`;
    write({ "node_modules/@acme/api/contracts/event.schema.yaml": text });
    writeFileSync(join(cwd, "a.tgz"), makeTarball([{ name: "package/contracts/event.schema.yaml", text }]));
    for (const name of ["@acme/api", "a.tgz"]) {
      const { exitCode, err } = await diff(name);
      expect(exitCode).toBe(2);
      expect(err).toMatch(/contracts\/event\.schema\.yaml:2:\d+ error ref-outside/);
    }
  }
});

it("refuses links in a packed package where a contract would be", async () => {
  const archive = makeTarball([
    { name: "package/contracts/a.yaml", type: "2", link: "../../../secret.yaml" },
  ]);
  writeFileSync(join(cwd, "a.tgz"), archive);
  expect((await diff("a.tgz")).err).toContain("a.tgz:contracts/a.yaml: is a link, which isn't followed");
});

it("takes no accepted changes from a package", async () => {
  const accepted = "accepted: [{ code: schema-narrowed, file: event.schema.yaml, reason: theirs }]\n";
  write({
    "node_modules/@acme/api/contracts/accepted-changes.yaml": accepted,
    "node_modules/@acme/api/contracts/event.schema.yaml": `${dialect}type: string\n`,
  });
  expect((await diff("contracts", "@acme/api")).exitCode).toBe(1);
});

it.each<[string, string]>([
  ["@acme/none", "no installed package of that name"],
  ["npm:@acme/none", "no such package is installed; install it, or run `npm pack @acme/none`"],
  ["npm:../x", "not the name of a package"],
  ["@acme/api/none.yaml", "@acme/api@1.2.0: has no none.yaml"],
  ["@acme/api/../../x", "leads out of the package"],
  ["none.tgz", "none.tgz: there is no such file"],
  ["", "an empty argument names nothing"],
])("says what is wrong with %j", async (input, message) => {
  const { exitCode, err } = await diff(input, "contracts");
  expect(exitCode).toBe(2);
  expect(err).toContain(message);
});
