import { describe, expect, test } from "vitest";
import {
  type AnyAnswer,
  type BinaryBody,
  createHttpClient,
  type Fetch,
  type OperationDescriptor,
} from "../../../runtime/http/index.js";
import { bombs, startEndlessServer } from "../../support/runtime/http/endless-server.js";
import { clientWith } from "../../support/runtime/http/fake-fetch.js";
import { sendJson, startServer } from "../../support/runtime/http/local-server.js";

const MiB = 1024 ** 2;
const json = ["application/json"];
const read: OperationDescriptor = { id: "read", method: "GET", path: "/a", responses: { 200: json } };
const tooLarge = { code: "answer-too-large", operation: "read", status: 200 };
/** What the two ends of a connection may hold beside the limit. */
const inFlight = 16 * MiB;

/** The global `fetch`, and how many decoded bytes were taken from its bodies. */
function countingFetch(): { fetch: Fetch; decoded: () => number } {
  let decoded = 0;
  const counter = () =>
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        decoded += chunk.length;
        controller.enqueue(chunk);
      },
    });
  return {
    fetch: async (url, init) => {
      const { body, status, headers } = await fetch(url, init);
      return new Response(body?.pipeThrough(counter()) ?? null, { status, headers });
    },
    decoded: () => decoded,
  };
}

describe("an answer's body", () => {
  test("without end is read up to 10 MiB, and its connection is closed", async () => {
    await using server = await startEndlessServer({ piece: Buffer.alloc(64 * 1024, " ") });
    const call = createHttpClient({ baseUrl: server.origin }).call(read);
    await expect(call).rejects.toMatchObject({ ...tooLarge, maxAnswerBytes: 10 * MiB });
    expect(await server.closed).toBe("early");
    expect(server.written()).toBeLessThan(10 * MiB + inFlight);
  });

  test("of one status that isn't documented is limited, too", async () => {
    await using server = await startEndlessServer({ piece: Buffer.alloc(64 * 1024, " ") });
    const operation = { ...read, responses: { 404: json } };
    const call = createHttpClient({ baseUrl: server.origin, maxAnswerBytes: MiB }).call(operation);
    await expect(call).rejects.toMatchObject({ ...tooLarge, maxAnswerBytes: MiB });
    expect(await server.closed).toBe("early");
  });

  test.each(bombs)("that %s makes small is counted as decoded", async (coding, bomb) => {
    await using server = await startServer((_, response) =>
      response.writeHead(200, { "content-type": "application/json", "content-encoding": coding }).end(bomb),
    );
    expect(bomb.length).toBeLessThan(MiB);
    const { fetch, decoded } = countingFetch();
    const client = createHttpClient({ baseUrl: server.origin, maxAnswerBytes: MiB, fetch });
    await expect(client.call(read)).rejects.toMatchObject({ ...tooLarge, maxAnswerBytes: MiB });
    expect(decoded()).toBeGreaterThan(MiB);
    expect(decoded()).toBeLessThan(2 * MiB);
  });

  test("whose `Content-Length` is above the limit is refused before its first byte", async () => {
    let cancelled = false;
    const body = new ReadableStream({
      pull: () => new Promise(() => {}),
      cancel: () => {
        cancelled = true;
      },
    });
    const headers = { "content-type": "application/json", "content-length": "101" };
    const { client } = clientWith({ maxAnswerBytes: 100 }, () => new Response(body, { headers }));
    await expect(client.call(read)).rejects.toMatchObject({ ...tooLarge, maxAnswerBytes: 100 });
    expect(cancelled).toBe(true);
  });

  test("of exactly the limit is returned, and a limit of its own replaces the client's", async () => {
    await using server = await startServer((_, response) => sendJson(response, 200, "x".repeat(98)));
    const client = createHttpClient({ baseUrl: server.origin, maxAnswerBytes: 99 });
    const options = { maxAnswerBytes: 100 };
    expect(await client.call<AnyAnswer>(read, {}, options)).toMatchObject({ body: "x".repeat(98) });
    await expect(client.call(read)).rejects.toMatchObject({ ...tooLarge, maxAnswerBytes: 99 });
  });

  test("in pieces of one byte is read whole, characters across pieces too", async () => {
    const text = JSON.stringify("é€😀".repeat(3000));
    const body = () =>
      new ReadableStream({
        start(controller) {
          for (const byte of new TextEncoder().encode(text)) controller.enqueue(Uint8Array.of(byte));
          controller.close();
        },
      });
    const headers = { "content-type": "application/json" };
    const { client } = clientWith({}, () => new Response(body(), { headers }));
    expect(await client.call<AnyAnswer>(read)).toMatchObject({ body: JSON.parse(text) });
  });

  test("that is too large isn't asked for again", async () => {
    const errors: unknown[] = [];
    const hooks = { onError: (_: unknown, { error }: { error: unknown }) => errors.push(error) };
    const { client, sent } = clientWith({ maxAnswerBytes: 1, hooks }, () => Response.json({ a: 1 }));
    await expect(client.call(read)).rejects.toMatchObject(tooLarge);
    expect([sent.length, errors.length]).toEqual([1, 1]);
  });
});

describe("a binary body", () => {
  const operation = { ...read, responses: { 200: ["application/pdf"] } };
  const headers = { "content-type": "application/pdf" };
  const open = async (maxAnswerBytes?: number): Promise<BinaryBody> => {
    const { client } = clientWith({ maxAnswerBytes }, () => new Response("123456789", { headers }));
    return (await client.call<{ body: BinaryBody }>(operation)).body;
  };

  test.each(["arrayBuffer", "blob"] as const)(
    "is limited by the call as `%s`, or by its own limit",
    async (as) => {
      await expect((await open(8))[as]()).rejects.toMatchObject({ ...tooLarge, maxAnswerBytes: 8 });
      await expect((await open())[as]({ maxAnswerBytes: 8 })).rejects.toMatchObject({
        ...tooLarge,
        maxAnswerBytes: 8,
      });
      const whole = await (await open(8))[as]({ maxAnswerBytes: 9 });
      expect(await new Response(whole).text()).toBe("123456789");
    },
  );

  test("without end is read up to the limit, and its connection is closed", async () => {
    await using server = await startEndlessServer({ headers, piece: Buffer.alloc(64 * 1024) });
    const { body } = await createHttpClient({ baseUrl: server.origin }).call<{ body: BinaryBody }>(operation);
    await expect(body.arrayBuffer()).rejects.toMatchObject({ ...tooLarge, maxAnswerBytes: 10 * MiB });
    expect(await server.closed).toBe("early");
  });

  test("as a stream has no limit: the program reads it piece by piece", async () => {
    expect(await new Response((await open(1)).stream()).text()).toBe("123456789");
  });
});
