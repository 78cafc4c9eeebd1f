import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReceiverServer, type ReceiverServer } from "../../runtime/adapters/node-server.js";
import {
  createMemoryInbox,
  derivePublicKey,
  exampleSecret,
  hasKeyPair,
  type JsonObject,
} from "../../runtime/webhook/index.js";
import { runWith } from "../support/cli/receiver-under-test.js";
import { generateFrom, temporaryFolder, writeTree } from "../support/generator/emit/contract-folder.js";
import { loadScheme, readExample } from "../support/schemes/load-scheme.js";
import { officialLibraries } from "../support/schemes/official-libraries.js";

describe.each(officialLibraries)("oipkit send, for $scheme", ({ scheme, event: name, accepted }) => {
  const handled: JsonObject[] = [];
  let server: ReceiverServer;
  let receiver: { readonly drain: () => Promise<void> };
  let url: string;
  let secret: string;
  let otherSecret: string;
  let folder: string;

  beforeAll(async () => {
    const { protocol, createReceiver } = await loadScheme(scheme);
    secret = exampleSecret(protocol, "a secret of this test") ?? "";
    otherSecret = exampleSecret(protocol, "another") ?? "";
    const isPair = hasKeyPair(protocol.signature.algorithm);
    const made = createReceiver({
      ...(isPair ? { publicKeys: [derivePublicKey(protocol, secret)] } : { secrets: [secret] }),
      inbox: createMemoryInbox(),
      fallback: (event: JsonObject) => {
        handled.push(event);
      },
      dispatch: { mode: "manual" },
      logger: false,
    });
    receiver = made;
    server = createReceiverServer(made);
    url = `http://127.0.0.1:${await server.listen({ port: 0, host: "127.0.0.1" })}/`;
    folder = await temporaryFolder();
    const files = await generateFrom([join("examples/schemes", scheme)], { only: ["conformance"] });
    await writeTree(folder, Object.fromEntries(files));
  });

  afterAll(() => server.close());

  const send = (secretOfSender: string) =>
    runWith(
      { cwd: folder, env: { WEBHOOK_SECRET: secretOfSender } },
      ...["send", name, "--suite", join(folder, "conformance/events.json"), "--to", url],
    );

  it("delivers the example without a verification token or an Application", async () => {
    const result = await send(secret);
    expect(result).toMatchObject({ exitCode: 0, err: "" });
    expect(result.out).toMatch(new RegExp(`\n${accepted} in \\d+ ms\n$`));
    await receiver.drain();
    expect(handled.map((event) => Object.keys(event))).toEqual([Object.keys(readExample(scheme, name))]);
  });

  it("with another secret is refused, and says why", async () => {
    const result = await send(otherSecret);
    expect(result.exitCode).toBe(1);
    expect(result.err).toMatch(/^probably the receiver uses a different WEBHOOK_SECRET,/);
  });
});
