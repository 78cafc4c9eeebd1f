import { describe, expect, it } from "vitest";
import { createHttpClient, type StreamBody } from "../../../../runtime/http/index.js";
import { startEndlessServer } from "../../../support/runtime/http/endless-server.js";
import { startServer } from "../../../support/runtime/http/local-server.js";
import { collectItems, follow, streamBody } from "../../../support/runtime/http/stream/streams.js";

const MiB = 1024 ** 2;
const tooLarge = { code: "answer-too-large", operation: "follow", status: 200, maxAnswerBytes: MiB };

async function openStream(origin: string, signal?: AbortSignal): Promise<StreamBody<unknown>> {
  const client = createHttpClient({ baseUrl: origin, maxAnswerBytes: MiB });
  const answer = await client.call<{ readonly body: StreamBody<unknown> }>(follow, {}, { signal });
  return answer.body;
}

describe("a stream without end", () => {
  it.each([
    ["application/jsonl", "x"],
    ["application/json-seq", "\u001e[\n"],
    ["text/event-stream", "data: x"],
    ["text/event-stream", "data: x\n"],
    ["text/event-stream", "id: x\r\n"],
    ["text/event-stream", ": x\r"],
  ])("of one item, %s of %j, ends with an error and its connection", async (contentType, text) => {
    const piece = Buffer.from(
      contentType.endsWith("seq") ? (text[1]?.repeat(65_536) ?? "") : text.repeat(9_000),
    );
    await using server = await startEndlessServer({ headers: { "content-type": contentType }, piece });
    await expect(collectItems(await openStream(server.origin))).rejects.toMatchObject(tooLarge);
    expect(await server.closed).toBe("early");
  });

  it.each([
    ["application/jsonl", '{"a":1}\n', { a: 1 }],
    ["text/event-stream", ": ping\n\ndata: a\n\n", { data: "a" }],
  ])(
    "of many items, as %s, is read far beyond the limit, and its connection is freed when the loop is left",
    async (contentType, text, item) => {
      const piece = Buffer.from(text.repeat(4_096));
      await using server = await startEndlessServer({ headers: { "content-type": contentType }, piece });
      const wanted = (4 * MiB) / text.length;
      let count = 0;
      for await (const each of await openStream(server.origin)) {
        if (count === 0) expect(each).toEqual(item);
        count += 1;
        if (count >= wanted) break;
      }
      expect(count).toBeGreaterThanOrEqual(wanted);
      expect(await server.closed).toBe("early");
    },
  );
});

describe("a stream", () => {
  it("is ended by the call's signal, with the reason as cause, while it waits for an item", async () => {
    await using server = await startServer((_, response) => {
      response.writeHead(200, { "content-type": "application/jsonl" }).write('{"a":1}\n');
    });
    const controller = new AbortController();
    const body = await openStream(server.origin, controller.signal);
    const seen: unknown[] = [];
    const read = async () => {
      for await (const item of body) {
        seen.push(item);
        controller.abort("enough");
      }
    };
    await expect(read()).rejects.toMatchObject({ code: "aborted", operation: "follow", cause: "enough" });
    expect(seen).toEqual([{ a: 1 }]);
  });

  it("whose connection breaks ends with `network`, after the items before", async () => {
    await using server = await startServer((_, response) => {
      response.writeHead(200, { "content-type": "application/jsonl", "content-length": 1_000 });
      response.write('{"a":1}\n', () => response.destroy());
    });
    const seen: unknown[] = [];
    const read = async () => {
      for await (const item of await openStream(server.origin)) seen.push(item);
    };
    await expect(read()).rejects.toMatchObject({ code: "network", operation: "follow" });
    expect(seen).toEqual([{ a: 1 }]);
  });

  it("of a documented type without items that are known is refused when it is iterated, and can be read as bytes", async () => {
    await expect(collectItems(await streamBody("multipart/mixed", ["--x"]))).rejects.toMatchObject({
      code: "content-type",
      contentType: "multipart/mixed",
    });
    const bytes = await (await streamBody("application/jsonl", ["{}\n"])).arrayBuffer();
    expect(new TextDecoder().decode(bytes)).toBe("{}\n");
  });
});
