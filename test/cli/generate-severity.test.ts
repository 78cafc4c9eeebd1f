import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { runCommand } from "../support/cli/run-command.js";
import { project } from "../support/cli/small-contracts.js";
import { snapshot } from "../support/generator/write/output-folder.js";

const file = "contracts/odd.openapi.yaml";
const odd = `openapi: 3.1.0
info: { title: Odd }
paths:
  /odd:
    get:
      operationId: getOdd
      responses:
        "200": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Odd" } } } }
components:
  schemas:
    Odd:
      type: object
      properties:
        legacy: { type: string, pattern: '^[\\w-.]+$' }
        broken: { type: string, pattern: '[a-' }
        nullable: { type: string, nullable: true }
`.replaceAll("\\\\", "\\");

describe("a contract that isn't valid, but can be read", () => {
  test("is generated with warnings, and refused with --strict", async () => {
    const cwd = await project({ [file]: odd });
    const refused = await runCommand(cwd, "generate", "--strict", "--no-cache");
    expect(refused.exitCode).toBe(1);
    expect(refused.err).toContain("nothing was written");
    const { exitCode, out } = await runCommand(cwd, "generate");
    expect(exitCode).toBe(0);
    for (const code of ["pattern-legacy", "pattern-invalid", "keyword-outdated", "openapi-invalid"])
      expect(out).toContain(`warning ${code}`);
    // What the cache knows is judged by the same settings.
    expect((await runCommand(cwd, "generate", "--strict")).exitCode).toBe(1);
  });

  test("has the types and validators that it means", async () => {
    const cwd = await project({ [file]: odd, "package.json": '{ "type": "module" }' });
    expect((await runCommand(cwd, "generate")).exitCode).toBe(0);
    const files = await snapshot(join(cwd, "generated"));
    expect(String(files["odd/types.ts"])).toMatch(/nullable\?: string \| null/);
    const path = join(cwd, "generated/validators/odd.operations.ts");
    const { operations } = (await import(pathToFileURL(path).href)) as {
      operations: Record<string, { answers: Record<string, Record<string, (value: unknown) => object[]>> }>;
    };
    const check = operations.getOdd?.answers["200"]?.["application/json"];
    expect(check?.({ legacy: "a-b.c", broken: "anything", nullable: null })).toEqual([]);
    expect(check?.({ legacy: "a b" })).toMatchObject([{ code: "pattern", pointer: "/legacy" }]);
    expect(check?.({ nullable: 1 })).toMatchObject([{ code: "type", pointer: "/nullable" }]);
  });

  test("is told of slow patterns only where something runs them", async () => {
    const slow = odd.replace("pattern: '[a-'", () => "pattern: '^(a+)+$'");
    const cwd = await project({ [file]: slow });
    const made = async (only: string) => (await runCommand(cwd, "generate", "--only", only)).out;
    expect(await made("types,client,reference")).not.toContain("pattern-slow");
    expect(await made("validators")).toContain("warning pattern-slow");
    expect(await made("webhooks")).toContain("warning pattern-slow");
    expect((await runCommand(cwd, "lint")).out).toContain(" slow-pattern /components");
  });

  test("keeps its patterns' findings in `oipkit lint`", async () => {
    const cwd = await project({ [file]: odd });
    const { out } = await runCommand(cwd, "lint");
    expect(out).toContain("pattern-invalid");
    expect(out).toContain("pattern-legacy");
  });
});

describe("levels in the configuration", () => {
  test.each([
    ["off", 0, false],
    ["warning", 0, true],
    ["error", 1, true],
  ])("%s", async (level, exitCode, isReported) => {
    const config = `diagnostics: { pattern-legacy: ${level} }\n`;
    const cwd = await project({ [file]: odd, "oipkit.config.yaml": config });
    const result = await runCommand(cwd, "generate");
    expect(result.exitCode).toBe(exitCode);
    expect(result.out.includes("pattern-legacy")).toBe(isReported);
  });

  test("`strict: true` is `--strict`", async () => {
    const cwd = await project({ [file]: odd, "oipkit.config.yaml": "strict: true\n" });
    expect((await runCommand(cwd, "generate")).exitCode).toBe(1);
  });

  test.each([
    ["diagnostics: { patern-legacy: off }", /there is no code `patern-legacy`.*`pattern-legacy`/],
    ["diagnostics: { pattern-legacy: quiet }", /`pattern-legacy` must be error, warning, off/],
    ["diagnostics: { yaml-syntax: off }", /`yaml-syntax` keeps a document from being read/],
    ["diagnostics: [pattern-legacy]", /`diagnostics` must be a map of codes/],
    ["diagnostics: { __proto__: off }", /there is no code `__proto__`/],
    ["strict: sometimes", /`strict` must be true or false/],
  ])("refuses %s", async (config, message) => {
    const cwd = await project({ "oipkit.config.yaml": `${config}\n` });
    const { exitCode, err } = await runCommand(cwd, "generate");
    expect(exitCode).toBe(2);
    expect(err).toMatch(message);
  });
});
