import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { generateFrom, temporaryFolder, writeTree } from "../../generator/emit/contract-folder.js";
import { runWith } from "../receiver-under-test.js";
import { startReceive } from "./running-receive.js";

const secretOf = (text: string): string => `whsec_${Buffer.from(text).toString("base64")}`;
const secret = secretOf("bookshop-signing-5a0c");
const variables = {
  WEBHOOK_SECRET: secret,
  WEBHOOK_PREVIOUS_SECRET: secretOf("bookshop-signing-91be"),
  WEBHOOK_VERIFICATION_TOKEN: "",
};

describe("oipkit receive, for a protocol with neither token nor nonce", () => {
  let sdk: string;
  beforeAll(async () => {
    sdk = await temporaryFolder();
    const files = [...(await generateFrom(["examples/bookshop/contracts"]))].map(([path, text]) =>
      path.endsWith(".ts") && !path.endsWith(".d.ts")
        ? [path.replace(/\.ts$/, ".js"), compiled(text)]
        : [path, text],
    );
    await writeTree(sdk, { "package.json": '{"type":"module"}', ...Object.fromEntries(files) });
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
    const { event, exitCode } = await send(receiver.url, secretOf("another"));
    expect(exitCode).toBe(1);
    await expect.poll(receiver.log).toContainEqual(expect.objectContaining({ code: "signature-mismatch" }));
    expect(receiver.stdout()).not.toContain(event);
  });
});

function compiled(source: string): string {
  const { ESNext } = ts.ModuleKind;
  return ts.transpileModule(source, { compilerOptions: { module: ESNext, target: ts.ScriptTarget.ES2022 } })
    .outputText;
}
