import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { Vectors } from "../../../commands/conform/vectors.js";
import { createMemoryInbox, type Protocol, type Receiver } from "../../../runtime/webhook/index.js";
import {
  contractFolder,
  generateFrom,
  temporaryFolder,
  writeTree,
} from "../../support/generator/emit/contract-folder.js";

const protocol: Protocol = {
  headers: { deliveryId: "X-Delivery", timestamp: "X-Time", signature: "X-Sign" },
  signature: {
    algorithm: "hmac-sha256",
    separator: ".",
    prefix: "",
    encoding: "hex",
    content: ["deliveryId", "timestamp", "body"],
  },
  timestamp: { unit: "seconds", toleranceSeconds: 300 },
  token: { property: "pass" },
  encryption: {
    property: "sealed",
    algorithm: "aes-256-cbc",
    padding: "pkcs7",
    keyDerivation: "sha256",
    ivBytes: 16,
    encoding: "base64",
  },
  event: { batch: "/list", id: "/id", type: "/type", time: { unit: "seconds", pointer: "/at" } },
  responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
};

const message = (name: string) => ({
  name,
  payload: {
    type: "object",
    required: ["id", "type", "at"],
    properties: { id: { type: "string" }, type: { const: name }, at: { type: "integer" } },
  },
});
const contract = {
  asyncapi: "3.0.0",
  info: { title: "Batches", version: "1" },
  channels: { c: { messages: { A: message("a.made"), B: message("b.made") } } },
  "x-webhook-protocol": protocol,
};

interface Fixtures extends Pick<Vectors, "now" | "verificationToken" | "encryptKey"> {
  readonly secret: string;
  readonly deliveries: readonly {
    readonly encrypted: boolean;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }[];
}

describe("what is generated for a protocol with batches", () => {
  let files: ReadonlyMap<string, string>;
  let createReceiver: (options: object) => Receiver;

  beforeAll(async () => {
    const contracts = await contractFolder({
      "events.asyncapi.json": contract,
      "examples/a.made/full.json": { id: "evt_1", type: "a.made", at: 1_735_689_590 },
      "examples/b.made/full.json": { id: "evt_2", type: "b.made", at: 1_735_689_591 },
    });
    files = await generateFrom([contracts]);
    const folder = await temporaryFolder();
    await writeTree(folder, Object.fromEntries(files));
    ({ createReceiver } = (await import(
      /* @vite-ignore */ pathToFileURL(join(folder, "events/receiver.ts")).href
    )) as { createReceiver: typeof createReceiver });
  }, 60_000);

  const fixtureReceiver = (
    options: Pick<Fixtures, "verificationToken" | "now"> & {
      secrets: readonly string[];
      encryptKey: string | undefined;
    },
  ) => {
    const { secrets, verificationToken, encryptKey, now } = options;
    const inbox = createMemoryInbox();
    const receiver = createReceiver({
      secrets,
      verificationToken,
      encryptKey,
      inbox,
      fallback: () => {},
      logger: false,
      now: () => now * 1000,
      dispatch: { mode: "manual" },
    });
    return { receiver, inbox };
  };
  const post = (
    headers: HeadersInit,
    { method = "POST", body }: { method?: string; body: string },
  ): Request => new Request("http://receiver.test/", { method, headers, body: Buffer.from(body, "base64") });

  it("are fixtures that its receiver accepts, each a batch of one event", async () => {
    const { secret, deliveries, ...rest } = JSON.parse(files.get("fixtures/events.json") ?? "") as Fixtures;
    expect(deliveries).toHaveLength(4);
    for (const { encrypted, headers, body } of deliveries) {
      const encryptKey = encrypted ? rest.encryptKey : undefined;
      const { receiver, inbox } = fixtureReceiver({ ...rest, secrets: [secret], encryptKey });
      expect((await receiver.handle(post(headers, { body }))).status).toBe(204);
      expect(await inbox.list()).toMatchObject([
        { occurredAt: expect.any(Number), deliveryId: headers["X-Delivery"] },
      ]);
    }
  });

  it("are vectors that its receiver answers as they say, with several events, too", async () => {
    const { vectors, ...rest } = JSON.parse(files.get("conformance/events.vectors.json") ?? "") as Vectors;
    const ids = vectors.map(({ id }) => id);
    for (const name of ["several", "repeated", "empty", "not-an-array", "one-invalid", "first-invalid"])
      expect(ids).toContain(`protocol/batch/${name}`);
    for (const { id, method, headers, body, encryption, status } of vectors) {
      const { receiver } = fixtureReceiver({ ...rest, encryptKey: encryption ? rest.encryptKey : undefined });
      const answer = await receiver.handle(
        post(
          headers.map(([name, value]): [string, string] => [name, value]),
          { method, body },
        ),
      );
      expect([id, status]).toEqual([id, expect.arrayContaining([answer.status])]);
    }
  });
});
