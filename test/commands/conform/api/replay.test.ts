import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../../commands/conform/index.js";
import { runWith } from "../../../support/cli/receiver-under-test.js";
import type { CommandResult } from "../../../support/cli/run-command.js";
import { project } from "../../../support/cli/small-contracts.js";
import { shopContract } from "../../../support/commands/conform/api/shop-contract.js";
import { startShop } from "../../../support/commands/conform/api/shop-server.js";

const cwd = await project({ "shop.yaml": shopContract });
const conform = (url: string, ...args: readonly string[]): Promise<CommandResult> =>
  runWith(
    { cwd },
    ...["conform", "shop.yaml", "--api", url, "--auth", "Authorization: Bearer alice-token", ...args],
  );

describe("--replay", () => {
  it("runs the failed cases of a report again, shows the requests of those that still fail, and says what is repaired", async () => {
    const url = await startShop("review-without-id");
    const only = ["--only", "body/*", "--only", "created-readable/*"];
    await conform(url, "--seed", "7", ...only, "--format", "json", "-o", "ci.json");
    const report = JSON.parse(readFileSync(join(cwd, "ci.json"), "utf8")) as Report;
    const failed = report.results.filter(({ result }) => result === "failed");
    expect(failed.map(({ id }) => id)).toEqual(["body/addReview/201"]);
    const still = await conform(url, "--replay", "ci.json");
    expect(still.exitCode).toBe(1);
    expect(still.out).toContain("ci.json: 1 failed case; 0 repaired, 1 still failing, 0 undecided (seed 7)");
    expect(still.out).toMatch(/still fails: body\/addReview\/201\n {4}The server answers addReview with 201/);
    expect(still.out).toMatch(/> POST http:\/\/127\.0\.0\.1:\d+\/books\/b\d+\/reviews\n/);
    expect(still.out).toContain("> authorization: Bearer ***\n");
    const repaired = await conform(await startShop(), "--replay", "ci.json");
    expect({ exitCode: repaired.exitCode, out: repaired.out }).toEqual({
      exitCode: 0,
      out: expect.stringContaining("1 repaired, 0 still failing, 0 undecided"),
    });
  });

  it("of a comparison of all answers runs the case that showed the failure; so does the line that runs it again", async () => {
    const url = await startShop("undeclared-status");
    await conform(url, "--seed", "7", "--format", "json", "-o", "status.json");
    const report = JSON.parse(readFileSync(join(cwd, "status.json"), "utf8")) as Report;
    const failed = report.results.find(({ id }) => id === "status/addBook");
    expect(failed).toMatchObject({
      during: expect.any(String),
      rerun: expect.stringMatching(/ --only status\/addBook --only \S+$/),
    });
    const only = ["--only", "status/addBook", "--only", failed?.during ?? ""];
    const again = await conform(url, "--seed", "7", ...only);
    expect({ exitCode: again.exitCode, out: again.out }).toEqual({
      exitCode: 1,
      out: expect.stringContaining("✗ status/addBook"),
    });
  });

  it("isn't satisfied with a case that says nothing, or is no longer there", async () => {
    const report = {
      format: 1,
      subject: { kind: "api", seed: 1 },
      results: [
        { id: "foreign/getBook", result: "failed" },
        { id: "deleted-gone/removeBook", result: "failed" },
        { id: "renamed/since", result: "failed" },
      ],
    };
    writeFileSync(join(cwd, "old.json"), JSON.stringify(report));
    const { exitCode, out } = await conform(await startShop(), "--replay", "old.json");
    expect(exitCode).toBe(1);
    expect(out).toContain("repaired: deleted-gone/removeBook\n");
    expect(out).toContain("undecided: foreign/getBook\n    Needs another identity.");
    expect(out).toContain("undecided: renamed/since\n    The run has no such case any more.");
  });

  it.each([
    ["missing.json", undefined, "missing.json: cannot read the report"],
    ["text.json", "none", "text.json: not a JSON report of a run with --api"],
    ["receiver.json", `{"format":1,"subject":{"kind":"sender"},"results":[]}`, "not a JSON report of a run"],
    ["fine.json", `{"format":1,"subject":{"kind":"api","seed":1},"results":[]}`, "nothing to run again"],
  ])("refuses %s", async (file, text, message) => {
    if (text !== undefined) writeFileSync(join(cwd, file), text);
    const { exitCode, err } = await conform("http://127.0.0.1:9", "--replay", file);
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: expect.stringContaining(message) });
  });
});
