import { createParser, type EventSourceMessage } from "eventsource-parser";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OperationDescriptor, writeStreamBody } from "../../../../runtime/http/index.js";
import { clientWith } from "../../../support/runtime/http/fake-fetch.js";
import { collectItems, streamBody } from "../../../support/runtime/http/stream/streams.js";

const operation = (type: string): OperationDescriptor => ({
  id: "send",
  method: "POST",
  path: "/log",
  body: { required: true, contentTypes: [type] },
  writers: { body: writeStreamBody },
});

/** What is sent for these items, given as a list and one after the other. */
async function sentFor(type: string, items: readonly unknown[]): Promise<string> {
  const { client, sent } = clientWith();
  async function* later() {
    yield* items;
  }
  for (const body of [items, later(), items.values()]) await client.call(operation(type), { body });
  const texts = await Promise.all(sent.map(({ init }) => new Response(init.body as BodyInit).text()));
  expect(texts[1]).toBe(texts[0]);
  expect(texts[2]).toBe(texts[0]);
  return texts[0] ?? "";
}

describe("the items of a request", () => {
  it.each(["application/jsonl", "application/json-seq"])("as %s are what a client reads", async (type) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue({ noUnicodeString: false })), async (items) => {
        const values = JSON.parse(JSON.stringify(items)) as unknown[];
        const text = await sentFor(type, values);
        expect(await collectItems(await streamBody(type, [text]))).toEqual(values);
      }),
    );
  });

  it("as events are what another parser reads", async () => {
    const line = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n\0]/g, ""));
    const data = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n"));
    const event = fc.record(
      { data, event: line.filter((text) => text !== ""), id: line },
      { requiredKeys: ["data"] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event), async (events) => {
        const text = await sentFor("text/event-stream", events);
        const found: EventSourceMessage[] = [];
        createParser({ onEvent: (each) => found.push(each) }).feed(text);
        expect(found.map((each) => ({ ...each }))).toEqual(events.map((each) => ({ ...each })));
      }),
    );
  });

  it("are taken from their source while they are sent, and it is closed if the body is cancelled", async () => {
    const taken: number[] = [];
    let isClosed = false;
    async function* endless() {
      try {
        for (let at = 0; ; at++) {
          taken.push(at);
          yield at;
        }
      } finally {
        isClosed = true;
      }
    }
    const { client } = clientWith({}, async ({ init }) => {
      const reader = (init.body as ReadableStream<Uint8Array>).getReader();
      const { value } = await reader.read();
      expect(new TextDecoder().decode(value)).toBe("0\n");
      await reader.cancel();
      return new Response(null, { status: 204 });
    });
    await client.call(operation("application/jsonl"), { body: endless() });
    expect(isClosed).toBe(true);
    expect(taken.length).toBeLessThan(5);
  });

  it("that aren't JSON end the call, and their source", async () => {
    let isClosed = false;
    function* items() {
      try {
        yield 1;
        yield 1n;
      } finally {
        isClosed = true;
      }
    }
    const { client } = clientWith({}, async ({ init }) => {
      await new Response(init.body as BodyInit).text();
      return new Response(null, { status: 204 });
    });
    const call = client.call(operation("application/jsonl"), { body: items() });
    await expect(call).rejects.toMatchObject({ code: "network" });
    expect(isClosed).toBe(true);
    const list = client.call(operation("application/jsonl"), { body: [1, 1n] });
    await expect(list).rejects.toMatchObject({ code: "invalid-request", field: "body" });
  });
});
