import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { derivePublicKey, exampleSecret } from "../../../runtime/webhook/index.js";
import { runWith } from "../../support/cli/receiver-under-test.js";
import { compiledSdk } from "../../support/commands/receive/compiled-sdk.js";
import { startReceive } from "../../support/commands/receive/running-receive.js";
import { contractFolder } from "../../support/generator/emit/contract-folder.js";
import { publicUrl, smallContract } from "../../support/schemes/small-contract.js";
import { smallProtocols } from "../../support/schemes/small-protocols.js";

const signature = { algorithm: "rsa-pss-sha512" } as const;
const privateKey = exampleSecret({ signature }, "a key of this test");
const received = {
  WEBHOOK_SECRET: derivePublicKey({ signature }, privateKey),
  WEBHOOK_PREVIOUS_SECRET: derivePublicKey({ signature }, exampleSecret({ signature }, "an old key")),
  WEBHOOK_VERIFICATION_TOKEN: "",
};

describe("oipkit receive, for a signature that covers the address", () => {
  let sdk: string;
  let suite: string;
  beforeAll(async () => {
    const [rsa = {}] = Object.values(smallProtocols);
    sdk = await compiledSdk(await contractFolder({ "events.asyncapi.yaml": smallContract(rsa) }));
    suite = join(sdk, "conformance/events.json");
  });

  const run = (...args: readonly string[]) =>
    runWith({ cwd: sdk, env: { WEBHOOK_SECRET: privateKey } }, ...args, "--suite", suite);

  it("accepts what is signed for its public address, and refuses what is signed for the local one", async () => {
    const receiver = await startReceive(["--sdk", sdk, "--public-url", publicUrl], received);
    const sent = await run("send", "note.made", "--to", receiver.url, "--public-url", publicUrl);
    expect(sent).toMatchObject({ exitCode: 0, err: "" });
    const refused = await run("send", "note.made", "--to", receiver.url);
    expect(refused.exitCode).toBe(1);
    expect(refused.err).toContain("--public-url");
    expect(await receiver.end("SIGTERM")).toEqual([0, null]);
  });

  it("conforms at its public address", async () => {
    const receiver = await startReceive(["--sdk", sdk, "--public-url", publicUrl], received);
    const flags = ["--only", "protocol/signature/*", "--format", "json"];
    const { exitCode, out } = await run("conform", receiver.url, "--public-url", publicUrl, ...flags);
    const report = JSON.parse(out);
    expect([exitCode, report.counts.failed, report.publicUrl]).toEqual([0, 0, publicUrl]);
    expect(report.results[0].rerun).toContain(`--public-url ${publicUrl}`);
    await receiver.end("SIGTERM");
  });

  it.each([
    [[], "--public-url URL is missing"],
    [["--public-url", "https://hooks.example/?a=1"], "must not have a query"],
    [["--public-url", "ftp://hooks.example/"], "is not an http or https URL"],
  ])("refuses to start with %j", async (flags, message) => {
    const { exitCode, err } = await runWith({ cwd: sdk, env: received }, "receive", "--sdk", sdk, ...flags);
    expect([exitCode, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it("refuses an address that nothing signs", async () => {
    const bookshop = await compiledSdk("examples/bookshop/contracts");
    const env = { WEBHOOK_SECRET: "whsec_AAAA" };
    const args = ["receive", "--sdk", bookshop, "--public-url", publicUrl];
    const { exitCode, err } = await runWith({ cwd: sdk, env }, ...args);
    expect([exitCode, err]).toEqual([2, expect.stringContaining("the signature doesn't cover the address")]);
  });
});
