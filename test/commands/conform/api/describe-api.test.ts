import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  ApiRuleBroken,
  type DescribeApiOptions,
  describeApi,
  KnownFailurePassed,
} from "../../../../commands/conform/index.js";
import { project } from "../../../support/cli/small-contracts.js";
import { notesContract, notesKey, startNotes } from "../../../support/commands/conform/api/notes-server.js";
import { shopContract } from "../../../support/commands/conform/api/shop-contract.js";
import { startShop } from "../../../support/commands/conform/api/shop-server.js";

type Body = (context: { readonly skip: (reason?: string) => void }) => Promise<void>;

/** The tests that are declared, by the first word of their names, and the reasons of those that were skipped. */
function declared(options: DescribeApiOptions) {
  const tests = new Map<string, Body>();
  const skipped: string[] = [];
  describeApi(
    {
      describe: (_name: string, body: () => void) => body(),
      it: (name: string, body: Body) => tests.set(name.split(":")[0] ?? "", body),
    },
    options,
  );
  const run = (name: string) => tests.get(name)?.({ skip: (reason) => skipped.push(`${name}: ${reason}`) });
  return { run, skipped };
}

/** The options for a server of the notes. */
async function notesOptions(behaviour: Parameters<typeof startNotes>[0]): Promise<DescribeApiOptions> {
  const folder = await project({ "notes.yaml": notesContract });
  const { url } = await startNotes(behaviour);
  return {
    contracts: [join(folder, "notes.yaml")],
    url: () => url,
    auth: [`query:api_key=${notesKey}`],
    headers: ["X-Tenant: acme"],
  };
}

describe("describeApi has the verdict of the command", () => {
  it("fails for a server that refuses everything", async () => {
    const { run, skipped } = declared(await notesOptions({ always: 401 }));
    await run("created-readable");
    expect(skipped).toEqual([expect.stringContaining("created-readable: needs a call of addNote")]);
    await expect(run("is shown to conform")).rejects.toThrow("no operation was reached with a success");
  });

  it("fails if a known failure passes, or is no longer there", async () => {
    const knownFailures = ["refused/addNote/body/text/maxLength", "refused/addNote/gone"];
    const { run } = declared({ ...(await notesOptions({})), knownFailures });
    await expect(run("refused")).rejects.toBeInstanceOf(KnownFailurePassed);
    await expect(run("is shown to conform")).rejects.toThrow("2 known failures passed");
  });

  it("passes for a correct server, and skips what wasn't tried, with the reason", async () => {
    const { run, skipped } = declared(await notesOptions({}));
    await run("is shown to conform");
    await run("response-time");
    expect(skipped).toEqual(["response-time: needs --max-response-time MS"]);
  });

  it("says that the budget was used up, not that there was nothing to try", async () => {
    const { run, skipped } = declared({ ...(await notesOptions({})), requests: 5 });
    await run("texts");
    expect(skipped).toEqual([expect.stringContaining("texts: the budget was used up by 5 requests")]);
  });
});

describe("describeApi", () => {
  it("declares a test for each rule: one that is broken fails, one that says nothing is skipped", async () => {
    const folder = await project({});
    const file = join(folder, "shop.yaml");
    writeFileSync(file, shopContract);
    const url = await startShop("update-lost");
    const { run, skipped } = declared({
      contracts: [file],
      url: () => url,
      auth: ["Authorization: Bearer alice-token"],
    });
    await expect(run("update-visible")).rejects.toBeInstanceOf(ApiRuleBroken);
    await expect(run("update-visible")).rejects.toThrow(
      "update-visible/replaceBook: the server shows an item without",
    );
    await run("deleted-gone");
    await run("foreign");
    expect(skipped).toEqual(["foreign: needs another identity"]);
  });
});
