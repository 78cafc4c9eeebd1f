import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runWith } from "../../support/cli/receiver-under-test.js";
import { compiledSdk } from "../../support/commands/receive/compiled-sdk.js";
import { startReceive } from "../../support/commands/receive/running-receive.js";

const toSecret = (text: string): string => `whsec_${Buffer.from(text).toString("base64")}`;
const secret = toSecret("bookshop-signing-5a0c");
const variables = {
  WEBHOOK_SECRET: secret,
  WEBHOOK_PREVIOUS_SECRET: toSecret("bookshop-signing-91be"),
  WEBHOOK_VERIFICATION_TOKEN: "",
};

describe("oipkit receive, for a protocol with neither token nor nonce", () => {
  let sdk: string;
  beforeAll(async () => {
    sdk = await compiledSdk("examples/bookshop/contracts");
  });

  /** Sends the first event of the suite to a receiver, signed with a secret. */
  async function send(to: string, secretOfSender: string) {
    const suite = join(sdk, "conformance/events.json");
    const { out } = await runWith({ cwd: sdk, env: {} }, "send", "--list", "--suite", suite);
    const event = /^\S+/.exec(out)?.[0] ?? "";
    const env = { WEBHOOK_SECRET: secretOfSender };
    return { event, ...(await runWith({ cwd: sdk, env }, "send", event, "--suite", suite, "--to", to)) };
  }

  it("needs no token, and prints what `oipkit send` delivers", async () => {
    const receiver = await startReceive(["--sdk", sdk], variables);
    const { event, ...sent } = await send(receiver.url, secret);
    expect(sent).toMatchObject({ exitCode: 0, err: "" });
    await expect.poll(receiver.stdout).toContain(event);
    expect(await receiver.end("SIGTERM")).toEqual([0, null]);
  });

  it("refuses what another secret signs", async () => {
    const receiver = await startReceive(["--sdk", sdk], variables);
    const { event, exitCode } = await send(receiver.url, toSecret("another"));
    expect(exitCode).toBe(1);
    await expect.poll(receiver.log).toContainEqual(expect.objectContaining({ code: "signature-mismatch" }));
    expect(receiver.stdout()).not.toContain(event);
  });
});
