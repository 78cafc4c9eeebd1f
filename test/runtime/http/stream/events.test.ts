import { createParser, type EventSourceMessage } from "eventsource-parser";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collectItems, cut, streamBody } from "../../../support/runtime/http/stream/streams.js";

const eventStream = "text/event-stream; charset=utf-8";

describe("the items of an event stream", () => {
  it.each([
    ["data: a\n\ndata: b\n\n", [{ data: "a" }, { data: "b" }]],
    ["data: a\r\ndata: b\r\n\r\n", [{ data: "a\nb" }]],
    ["data: a\rid: 7\r\rdata: b\r\r", [{ data: "a", id: "7" }, { data: "b" }]],
    ["\ufeffdata:a\n\n", [{ data: "a" }]],
    ["event: log\nid\ndata:  two spaces\n\n", [{ data: " two spaces", event: "log", id: "" }]],
    [": ping\n\ndata\n\n", [{ data: "" }]],
    ["retry: 3000\n\ndata: a\n\ndata: b\n\n", [{ data: "a", retry: 3000 }, { data: "b" }]],
    ["retry: soon\nid: a\0b\nother: x\ndata: a\n\n", [{ data: "a" }]],
    ["event: a\n\ndata: b\n\n", [{ data: "b" }]],
    ["event: a\nevent:\ndata: b\n\n", [{ data: "b" }]],
    ["data: whole\n\ndata: without an end\n", [{ data: "whole" }]],
    ["", []],
  ])("of %j", async (text, events) => {
    const bytes = new TextEncoder().encode(text);
    expect(await collectItems(await streamBody(eventStream, [bytes]))).toEqual(events);
    const single = [...bytes].map((byte) => Uint8Array.of(byte));
    expect(await collectItems(await streamBody(eventStream, single))).toEqual(events);
  });

  it("are what another parser reads, however the bytes are cut", async () => {
    const field = fc.constantFrom("data", "event", "id", "retry", "", "dat", "data ", "\ufeffdata");
    const value = fc.oneof(
      fc.constantFrom("", " ", "  a", ": b", "12", "é\u{1f600}", "x".repeat(50)),
      fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n\0]/g, "")),
    );
    const end = fc.constantFrom("\n", "\r\n", "\r");
    const line = fc.oneof(
      fc.tuple(field, fc.constantFrom(":", ": ", ""), value, end).map((parts) => parts.join("")),
      end,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat()), async (lines, places) => {
        // Whether a last `\r` is a whole line end, only the bytes after it say.
        const text = `${lines.join("")}\n`;
        const expected: EventSourceMessage[] = [];
        const parser = createParser({ onEvent: (event) => expected.push(event) });
        // It reads text after decoding, which removes a byte order mark.
        parser.feed(text.replace(/^\ufeff/, ""));
        const bytes = new TextEncoder().encode(text);
        const found = await collectItems(await streamBody(eventStream, cut(bytes, places)));
        expect(found.map((event) => ({ ...(event as object), retry: undefined }))).toEqual(
          expected.map((event) => ({ ...event, retry: undefined })),
        );
      }),
    );
  });
});
