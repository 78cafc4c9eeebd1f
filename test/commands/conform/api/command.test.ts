import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../../commands/conform/index.js";
import { runWith } from "../../../support/cli/receiver-under-test.js";
import type { CommandResult } from "../../../support/cli/run-command.js";
import { project } from "../../../support/cli/small-contracts.js";
import { shopContract } from "../../../support/commands/conform/api/shop-contract.js";
import { startShop } from "../../../support/commands/conform/api/shop-server.js";

const cwd = await project({
  "shop.yaml": shopContract,
  "known.txt": "refused/addBook/body/title/maxLength # soon\n",
});
const alice = "alice=Authorization: Bearer alice-token";
const conform = (url: string, ...args: readonly string[]): Promise<CommandResult> =>
  runWith({ cwd }, "conform", "shop.yaml", "--api", url, "--auth", alice, "--seed", "7", ...args);

describe("oipkit conform --api", () => {
  it("exits with 0 for a correct server, and says what it couldn't try", async () => {
    const { exitCode, out, err } = await conform(await startShop());
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: expect.stringContaining("conforms") });
    expect(out).toContain("shop.yaml, 9 of 9 operations reached with a success");
    expect(out).toContain("needs another identity (--auth 'NAME=Authorization: Bearer TOKEN')");
  });

  it("exits with 1 for a broken rule, and shows the requests that it takes", async () => {
    const url = await startShop("read-after-delete");
    const { exitCode, out } = await conform(url, "--only", "deleted-gone/removeBook");
    expect(exitCode).toBe(1);
    expect(out).toContain("The server still shows what removeBook deleted.");
    expect(out).toMatch(/Requests: POST \/books 201, DELETE \/books\/b\d+ 204, GET \/books\/b\d+ 200\n/);
    expect(out).toContain(
      `Run one case again: oipkit conform shop.yaml --api ${url} --seed 7 --only deleted-gone/removeBook`,
    );
  });

  it("writes every format, without the credential, and with commands that take it from the environment", async () => {
    const formats = ["json", "junit", "tap", "github", "markdown", "html", "sarif"];
    const targets = formats.flatMap((format) => ["--format", format, "-o", `report.${format}`]);
    await conform(await startShop("title-too-long"), "--only", "refused/addBook/*", ...targets);
    for (const format of formats) {
      const text = readFileSync(join(cwd, `report.${format}`), "utf8");
      expect(text).toContain("refused/addBook/body/title/maxLength");
      expect(text).not.toContain("alice-token");
    }
    const report = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8")) as Report;
    const failed = report.results.find(({ result }) => result === "failed");
    expect(failed?.exchanges.map(({ request }) => `${request.method} ${request.target}`)).toEqual([
      "POST /books",
    ]);
    expect(failed?.exchanges[0]).toMatchObject({ curl: expect.stringContaining("Bearer '\"$TOKEN\"'") });
  });

  it("places a finding at its operation in the contract, in SARIF", async () => {
    const args = ["--only", "refused/addBook/*", "--format", "sarif"];
    const { exitCode, out } = await conform(await startShop("title-too-long"), ...args);
    const [run] = (JSON.parse(out) as { readonly runs: readonly { readonly results: readonly object[] }[] })
      .runs;
    const line = shopContract.split("\n").indexOf("    post:") + 1;
    expect(exitCode).toBe(1);
    expect(run?.results).toEqual([
      expect.objectContaining({
        ruleId: "refused",
        level: "error",
        locations: [
          expect.objectContaining({
            physicalLocation: {
              artifactLocation: { uri: "shop.yaml" },
              region: { startLine: line, startColumn: 5 },
            },
          }),
        ],
      }),
    ]);
  });

  it("lets a known failure fail, and nothing on the list pass", async () => {
    const known = ["--only", "refused/addBook/body/title/*", "--known-failures", "known.txt"];
    expect((await conform(await startShop("title-too-long"), ...known)).exitCode).toBe(0);
    const fixed = await conform(await startShop(), ...known);
    expect(fixed.exitCode).toBe(1);
    expect(fixed.out).toContain("passed; remove them from the list");
  });

  it("stops at its budget, and says so", async () => {
    const { exitCode, out } = await conform(await startShop(), "--requests", "40");
    expect(exitCode).toBe(0);
    expect(out).toContain("The budget was used up by 40 requests");
  });

  it("exits with 2 if nothing answers, or if no case is selected", async () => {
    const gone = await conform("http://127.0.0.1:9");
    expect({ exitCode: gone.exitCode, err: gone.err }).toEqual({
      exitCode: 2,
      err: expect.stringContaining("doesn't answer"),
    });
    const none = await conform(await startShop(), "--only", "nothing/*");
    expect({ exitCode: none.exitCode, err: none.err }).toEqual({
      exitCode: 2,
      err: expect.stringContaining("no case is selected"),
    });
  });

  it.each([
    [["--api", "https://api.example.com"], "add --allow-host api.example.com"],
    [["--api", "http://127.0.0.1:1/?q"], "--api must be a URL without a query"],
    [["--api", "http://127.0.0.1:1", "--auth", "token"], "--auth must be a header"],
    [["--api", "http://127.0.0.1:1", "--value", "id"], "--value must be the name of a path parameter"],
    [["--api", "http://127.0.0.1:1", "--probe", "http://127.0.0.1:2"], "--probe says nothing about an API"],
    [["--api", "http://127.0.0.1:1", "--sender", "http://127.0.0.1:2"], "use either --sender or --api"],
    [["--requests", "5"], "--requests needs --api URL"],
    [["--format", "sarif"], "--format must be one of"],
  ])("refuses %j", async (args, message) => {
    const { exitCode, err } = await runWith({ cwd }, "conform", "shop.yaml", ...args);
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: expect.stringContaining(message) });
  });
});
