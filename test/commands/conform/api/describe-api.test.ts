import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ApiRuleBroken, describeApi } from "../../../../commands/conform/index.js";
import { project } from "../../../support/cli/small-contracts.js";
import { shopContract } from "../../../support/commands/conform/api/shop-contract.js";
import { startShop } from "../../../support/commands/conform/api/shop-server.js";

type Body = (context: { readonly skip: (reason?: string) => void }) => Promise<void>;

describe("describeApi", () => {
  it("declares a test for each rule: one that is broken fails, one that says nothing is skipped", async () => {
    const folder = await project({});
    const file = join(folder, "shop.yaml");
    writeFileSync(file, shopContract);
    const tests = new Map<string, Body>();
    const framework = {
      describe: (_name: string, body: () => void) => body(),
      it: (name: string, body: Body) => tests.set(name.split(":")[0] ?? "", body),
    };
    const url = await startShop("update-lost");
    describeApi(framework, {
      contracts: [file],
      url: () => url,
      auth: ["Authorization: Bearer alice-token"],
    });
    const skipped: string[] = [];
    const run = (name: string) => tests.get(name)?.({ skip: (reason) => skipped.push(`${name}: ${reason}`) });
    await expect(run("update-visible")).rejects.toBeInstanceOf(ApiRuleBroken);
    await expect(run("update-visible")).rejects.toThrow(
      "update-visible/replaceBook: the server shows an item without",
    );
    await run("deleted-gone");
    await run("foreign");
    expect(skipped).toEqual(["foreign: needs another identity"]);
  });
});
