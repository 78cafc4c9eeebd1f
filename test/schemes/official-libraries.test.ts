import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  createMemoryInbox,
  isDeterministic,
  type JsonObject,
  signDelivery,
} from "../../runtime/webhook/index.js";
import { root } from "../support/generator/emit/contract-folder.js";
import { type LoadedScheme, loadScheme, readExample } from "../support/schemes/load-scheme.js";
import { type Headers, type Keys, officialLibraries } from "../support/schemes/official-libraries.js";

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

function post(body: string, headers: Headers): Request {
  return new Request("https://receiver.example/", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
}

interface Fixtures {
  /** Seconds since 1970. */
  readonly now: number;
  readonly secret: string;
  readonly publicKey?: string;
  readonly deliveries: readonly {
    readonly event: string;
    readonly headers: Headers;
    readonly body: string;
  }[];
}

/** The same JSON in other bytes. */
const altered = (body: string): string => body.replace("{", "{ ");

/** A generated receiver, and what its handlers were called with. */
function recordingReceiver(
  { createReceiver }: LoadedScheme,
  { options, now }: Pick<Keys, "secret" | "options"> & { readonly now?: number },
) {
  const handled: JsonObject[] = [];
  const receiver = createReceiver({
    ...options,
    ...(now === undefined ? {} : { now: () => now }),
    inbox: createMemoryInbox(),
    fallback: (event: JsonObject) => {
      handled.push(event);
    },
    dispatch: { mode: "manual" },
    logger: false,
  });
  return { receiver, handled };
}

it("every scheme has its official library", () => {
  const folders = readdirSync(join(root, "examples/schemes"), { withFileTypes: true });
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(officialLibraries.map(({ scheme }) => scheme).sort()).toEqual(names.sort());
});

describe.each(officialLibraries)("$scheme", async (official) => {
  const { scheme, library, signs, event: name, isBatch, accepted, hasTimestamp } = official;
  const loaded = await loadScheme(scheme);
  const event = readExample(scheme, name);
  const body = JSON.stringify(isBatch === true ? [event] : event);
  const signer = signs ? library : "its documented formula";

  it(`accepts what ${signer} signs, and calls the handler once, even if it is sent again`, async () => {
    const keys = official.newKeys();
    const { receiver, handled } = recordingReceiver(loaded, keys);
    const headers = await official.sign(body, keys, nowSeconds());
    for (const _ of ["first", "again"]) {
      const answer = await receiver.handle(post(body, headers));
      expect({ status: answer.status, body: await answer.text() }).toEqual({ status: accepted, body: "" });
    }
    await receiver.drain();
    expect(handled).toEqual([event]);
  });

  it(`signs what ${library} verifies`, async () => {
    const keys = official.newKeys();
    const delivery = signDelivery({
      protocol: loaded.protocol,
      event,
      eventType: name,
      secrets: [keys.secret],
    });
    const sent = Buffer.from(delivery.body).toString("utf8");
    expect(await official.verify(sent, keys, delivery.headers)).toBe(true);
    expect(await official.verify(altered(sent), keys, delivery.headers)).toBe(false);
    expect(await official.verify(sent, official.newKeys(), delivery.headers)).toBe(false);
  });

  it("refuses a body with another byte, and another key", async () => {
    const keys = official.newKeys();
    const { receiver, handled } = recordingReceiver(loaded, keys);
    const { unauthenticated } = loaded.protocol.responses;
    const headers = await official.sign(body, keys, nowSeconds());
    const tampered = await receiver.handle(post(altered(body), headers));
    const foreign = await official.sign(body, official.newKeys(), nowSeconds());
    const forged = await receiver.handle(post(body, foreign));
    expect([tampered.status, forged.status]).toEqual([unauthenticated, unauthenticated]);
    await receiver.drain();
    expect(handled).toEqual([]);
  });

  if (hasTimestamp) {
    it("refuses a stale or future timestamp", async () => {
      const keys = official.newKeys();
      const { receiver } = recordingReceiver(loaded, keys);
      for (const offset of [-600, 600]) {
        const headers = await official.sign(body, keys, nowSeconds() + offset);
        const answer = await receiver.handle(post(body, headers));
        expect(answer.status).toBe(loaded.protocol.responses.unauthenticated);
      }
    });
  }

  const fixtures = loaded.files.get("fixtures/events.json");
  if (!isDeterministic(loaded.protocol.signature.algorithm)) {
    it("has no fixtures, since each of its signatures is different", () => {
      expect(fixtures).toBeUndefined();
    });
    return;
  }

  it("accepts the generated fixtures at their time", async () => {
    const { now, secret, publicKey, deliveries } = JSON.parse(fixtures ?? "") as Fixtures;
    const options = publicKey === undefined ? { secrets: [secret] } : { publicKeys: [publicKey] };
    const { receiver } = recordingReceiver(loaded, { secret, options, now: now * 1000 });
    const statuses = deliveries.map(async ({ headers, body: base64 }) => {
      const sent = post(Buffer.from(base64, "base64").toString("utf8"), headers);
      return (await receiver.handle(sent)).status;
    });
    expect(await Promise.all(statuses)).toEqual(deliveries.map(() => accepted));
    expect(deliveries.map((delivery) => delivery.event)).toContain(name);
  });
});
