import { execFile } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { CaseResult, Report } from "../../../../commands/conform/index.js";
import { runWith } from "../../../support/cli/receiver-under-test.js";
import { project } from "../../../support/cli/small-contracts.js";
import { shopContract } from "../../../support/commands/conform/api/shop-contract.js";
import type { ShopFault } from "../../../support/commands/conform/api/shop-rules.js";
import { startShop } from "../../../support/commands/conform/api/shop-server.js";
import { root } from "../../../support/generator/emit/contract-folder.js";

const run = promisify(execFile);
const cwd = await project({
  "shop.yaml": shopContract,
  "package.json": JSON.stringify({ type: "module" }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      target: "es2022",
      module: "nodenext",
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      types: ["node"],
      outDir: "compiled",
      skipLibCheck: true,
    },
    include: ["*.ts"],
  }),
});
symlinkSync(join(root, "node_modules"), join(cwd, "node_modules"));
const tokens = { alice: "alice-token", bob: "bob-token" };

/** The failed cases of a shop with a fault. */
async function failedCases(url: string, fault: ShopFault): Promise<readonly CaseResult[]> {
  const formats = { json: "json", markdown: "md", html: "html" };
  const targets = Object.entries(formats).flatMap(([format, end]) => [
    "--format",
    format,
    "-o",
    `${fault}.${end}`,
  ]);
  const args = ["--seed", "7", ...targets];
  const auth = Object.entries(tokens).flatMap(([who, token]) => [
    "--auth",
    `${who}=Authorization: Bearer ${token}`,
  ]);
  await runWith({ cwd }, "conform", "shop.yaml", "--api", url, ...auth, ...args);
  const report = JSON.parse(readFileSync(join(cwd, `${fault}.json`), "utf8")) as Report;
  return report.results.filter(({ result }) => result === "failed");
}

/** The statuses that a program prints. */
async function printed(file: string): Promise<readonly string[]> {
  const env = {
    ...process.env,
    TOKEN: tokens.alice,
    TOKEN_BOB: tokens.bob,
    FORGED_TOKEN: "nobody-issued-this",
  };
  const { stdout } = await run(process.execPath, [join(cwd, "compiled", file)], { env });
  return stdout.trim().split("\n");
}

const faults: readonly ShopFault[] = [
  "read-after-delete",
  "foreign-delete",
  "title-too-long",
  "any-token",
  "header-optional",
  "if-match-ignored",
  "stars-from-zero",
  "method-accepted",
  "page-overlaps",
];

describe("a failure as TypeScript", () => {
  it("compiles with the generated client, and shows the failure again on a running server", async () => {
    const generate = ["--contracts", "shop.yaml", "--only", "client", "--examples", "off"];
    expect((await runWith({ cwd }, "generate", ...generate)).exitCode).toBe(0);
    const cases = new Map<string, CaseResult>();
    for (const fault of faults) {
      const url = await startShop(fault);
      for (const each of await failedCases(url, fault)) {
        expect(each.typescript, `${fault} ${each.id}`).toBeDefined();
        expect(each.typescript).not.toContain("-token");
        const name = `${fault}-${cases.size}`;
        writeFileSync(join(cwd, `${name}.ts`), each.typescript ?? "");
        cases.set(name, each);
      }
    }
    expect(cases.size).toBeGreaterThan(faults.length);
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    await run(process.execPath, [tsc, "-p", "."], { cwd });
    const begun = new Set<string>();
    for (const [name, { id, clause, exchanges }] of cases) {
      // One of each kind: a process for each takes long.
      if (begun.has(clause)) continue;
      begun.add(clause);
      const wanted = exchanges.map(({ response }) => String(response?.status));
      expect([id, ...(await printed(`${name}.js`))]).toEqual([id, ...wanted]);
    }
    const page = readFileSync(join(cwd, "title-too-long.md"), "utf8");
    expect(page).toContain("  - As TypeScript:\n\n    ```ts\n    import { createHttpClient }");
    const html = readFileSync(join(cwd, "title-too-long.html"), "utf8");
    expect(html).toContain("<summary>As curl</summary>");
    expect(html).toContain("<summary>As TypeScript, with the generated client</summary>");
    const deleted = [...cases.values()].find(({ id }) => id === "deleted-gone/removeBook");
    expect(deleted?.typescript).toMatch(/removeBook\(client, \{ bookId: Object\(step1\.body\)\["id"\] \}\)/);
  });
});
