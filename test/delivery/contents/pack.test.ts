import fc from "fast-check";
import { expect, it } from "vitest";
import { packContent, unpackContent } from "../../../delivery/contents/pack.js";

const text = fc.string({ unit: "grapheme", maxLength: 200 });
const row = fc.record({ event_id: text, correlation_id: fc.option(text, { nil: null }) });

it("gives back every content to the byte, or doesn't pack it", () => {
  fc.assert(
    fc.property(fc.json(), text, row, (content, dictionary, beside) => {
      const packed = packContent(content, beside, { text: dictionary });
      if (packed === undefined) return;
      expect(packed.length).toBeLessThan(Buffer.byteLength(content));
      expect(unpackContent(packed, beside, { text: dictionary })).toBe(content);
    }),
  );
});

it("gives back long contents", () => {
  const content = JSON.stringify(
    Array.from({ length: 3000 }, (_, index) => ({ index, text: "ä".repeat(index % 50) })),
  );
  const beside = { event_id: "evt_1", correlation_id: null };
  const packed = packContent(content, beside, { text: content.slice(0, 4000) }) as Buffer;
  expect(packed.length).toBeLessThan(content.length / 5);
  expect(unpackContent(packed, beside, { text: content.slice(0, 4000) })).toBe(content);
});

it("reads what the first version packed", () => {
  const packed = Buffer.from("ab46b7c390744b0c316d714c4954aaad0500", "hex");
  const text = '{"event_id":"evt_","event_type":"thing.made","correlation_id":"cor_","data":{"name":""}}';
  expect(unpackContent(packed, { event_id: "evt_1", correlation_id: "cor_1" }, { text })).toBe(
    '{"event_id":"evt_1","event_type":"thing.made","correlation_id":"cor_1","data":{"name":"Ada"}}',
  );
});
