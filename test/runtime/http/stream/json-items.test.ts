import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collectItems, cut, streamBody } from "../../../support/runtime/http/stream/streams.js";

describe("the items of lines of JSON", () => {
  it.each([
    ['{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
    ['{"a":1}\r\n\r\n\n  \n[]', [{ a: 1 }, []]],
    ['\ufeff"x"\nnull\n12', ["x", null, 12]],
    ["", []],
  ])("of %j", async (text, items) => {
    expect(await collectItems(await streamBody("application/jsonl", [text]))).toEqual(items);
  });

  it.each(["application/jsonl", "application/x-ndjson", "application/ndjson; charset=utf-8"])(
    "are the same however the bytes of %s are cut",
    async (contentType) => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.jsonValue()), fc.array(fc.nat()), async (values, places) => {
          const text = values.map((value) => `${JSON.stringify(value)}\n`).join("");
          const chunks = cut(new TextEncoder().encode(text), places);
          const items = await collectItems(await streamBody(contentType, chunks));
          expect(items.map((item) => JSON.stringify(item))).toEqual(
            values.map((value) => JSON.stringify(value)),
          );
        }),
        { numRuns: 40 },
      );
    },
  );

  it("end with an error at the first that isn't JSON, which isn't quoted", async () => {
    const body = await streamBody("application/jsonl", ['{"a":1}\nsecret-token\n{"a":2}\n']);
    const items: unknown[] = [];
    const read = async () => {
      for await (const item of body) items.push(item);
    };
    const failure = await read().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "malformed-body", operation: "follow", status: 200 });
    expect(String(failure)).toContain("item 2 of the body");
    expect(String(failure)).not.toContain("secret");
    expect(items).toEqual([{ a: 1 }]);
  });
});

describe("the items of a JSON text sequence", () => {
  it.each([
    ['\u001e{"a":\n1}\n\u001e{"a":2}\n', [{ a: 1 }, { a: 2 }]],
    ["\u001e\u001e1\n\u001e \n\u001etrue\n", [1, true]],
    ['\u001e"x"\u001e[]\u001e{}', ["x", [], {}]],
    ["", []],
  ])("of %j", async (text, items) => {
    expect(await collectItems(await streamBody("application/json-seq", [text]))).toEqual(items);
    expect(await collectItems(await streamBody("application/geo+json-seq", [...text]))).toEqual(items);
  });

  it.each(["\u001e12", "\u001etrue\u001e{}\n", '\u001e{"a":1'])(
    "of %j end with an error: one was cut off",
    async (text) => {
      const body = await streamBody("application/json-seq", [text]);
      await expect(collectItems(body)).rejects.toMatchObject({ code: "malformed-body", status: 200 });
    },
  );
});
