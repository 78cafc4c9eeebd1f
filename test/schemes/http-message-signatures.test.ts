import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Report, runSuite, type Suite } from "../../commands/conform/index.js";
import {
  createMemoryInbox,
  derivePublicKey,
  exampleSecret,
  type Receiver,
} from "../../runtime/webhook/index.js";
import { intercepted } from "../support/commands/conform/faults.js";
import {
  type CarelessReceiver,
  carelessMessages,
  messageReceiver,
} from "../support/schemes/careless-messages.js";
import { sendTo } from "../support/schemes/in-process.js";
import { type LoadedScheme, loadScheme } from "../support/schemes/load-scheme.js";

describe("receivers of HTTP messages in other code than the runtime's", () => {
  let loaded: LoadedScheme;
  let suite: Suite;
  let secret: string;
  let receiver: Receiver;
  beforeAll(async () => {
    loaded = await loadScheme("http-message-signatures", ["conformance"]);
    suite = JSON.parse(loaded.files.get("conformance/events.json") ?? "") as Suite;
    secret = exampleSecret(loaded.protocol, "a secret of this test");
    receiver = loaded.createReceiver({
      publicKeys: [derivePublicKey(loaded.protocol, secret)],
      inbox: createMemoryInbox(),
      fallback: () => {},
      logger: false,
    });
  });
  afterAll(() => receiver.close());

  const judge = ({ act, near }: CarelessReceiver): Promise<Report> =>
    runSuite({
      suite,
      url: "http://receiver.test/",
      application: { id: "any", environment: "any" },
      verificationToken: "",
      secrets: [secret],
      only: near,
      send: sendTo(intercepted(receiver, act)),
    });

  const failures = ({ results }: Report): string[] =>
    results.flatMap(({ id, result, level }) => {
      if (result !== "failed" || level === "info") return [];
      return [id.replace(/^.*\//, "")];
    });

  it("pass if they check everything", async () => {
    expect(failures(await judge(messageReceiver(loaded.protocol, secret)))).toEqual([]);
  });

  it("fail exactly the cases of the check that they leave out", async () => {
    const all = carelessMessages(loaded.protocol, secret);
    const failed = await Promise.all(
      all.map(async (each) => [each.name.replace("message-without-", ""), failures(await judge(each))]),
    );
    expect(Object.fromEntries(failed)).toEqual({
      // Without a digest among the components, none is sent, and the check of it fails.
      components: ["without-method", "without-content-type", "without-webhook-id"],
      repetition: ["component-twice"],
      order: ["component-unknown", "listed-in-other-order"],
      digest: ["digest-of-other-body", "digest-insecure"],
      "digest-algorithm": ["digest-insecure"],
      alg: ["algorithm-other", "algorithm-none"],
      tag: ["tag-other", "tag-missing", "tag-as-token"],
      created: ["created-in-future", "created-as-string", "created-as-token", "created-negative"],
      expires: ["expired"],
      label: ["labels-differ"],
    });
  });
});
