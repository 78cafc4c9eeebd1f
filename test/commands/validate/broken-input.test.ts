import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { item } from "../../support/commands/validate/stand-in.js";
import { createWorkspace, places } from "../../support/commands/validate/workspace.js";

const workspace = createWorkspace();
afterAll(() => workspace.remove());

const good = JSON.stringify(item("1"));

async function check(name: string, content: string | Uint8Array, args: readonly string[] = []) {
  workspace.write({ [name]: content });
  return workspace.findings([name, ...args]);
}

describe("JSON syntax", () => {
  test.each([
    ["", "1:1"],
    [" \n ", "1:1"],
    ['{\n  "a": 1,\n}', "3:1"],
    ['{\n  "a": 1\n  "b": 2\n}', "3:3"],
    ["{ 'a': 1 }", "1:3"],
    ['{ "a" 1 }', "1:7"],
    ['{ "a": }', "1:8"],
    ['{ "a": "b', "1:8"],
    ['{ "a": "b\n" }', "1:10"],
    ['{ "a": "\\x" }', "1:9"],
    ['{ "a": 01 }', "1:8"],
    ['{ "a": 1. }', "1:8"],
    ["[1, 2", "1:6"],
    ["[1 2]", "1:4"],
    ["[1]]", "1:4"],
    ["nul", "1:1"],
    ["// comment\n{}", "1:1"],
  ])("reports a fault in %j at %s", async (text, place) => {
    expect(places(await check("a.json", text))).toEqual([`${place} json-syntax`]);
  });

  test("doesn't quote the document in the message", async () => {
    const [finding] = await check("a.json", '{ "a": hunter2 }');
    expect(finding?.message).not.toContain("hunter2");
  });
});

describe("NDJSON", () => {
  test("accepts all line endings, blank lines, and a last line without a line break", async () => {
    const text = `\n${good}\r\n   \r\n\t\n{"a":\r\n\n${good}\n{"kind":`;
    expect(places(await check("a.ndjson", text))).toEqual(["5:6 json-syntax", "8:9 json-syntax"]);
    const { err } = await workspace.run(["a.ndjson"]);
    expect(err).toContain("4 documents");
  });

  test("reports the column within the line and shows only that line in the excerpt", async () => {
    const [finding] = await check("a.ndjson", `${good}\r\n{"kind":"item.changed","id":null}\r\n${good}`);
    expect(finding).toMatchObject({ line: 2, column: 29 });
    expect(finding?.excerpt).toEqual({ text: '{"kind":"item.changed","id":null}', caret: 28, length: 4 });
  });

  test("treats an empty file as having no documents", async () => {
    workspace.write({ "a.ndjson": "" });
    expect(await workspace.run(["a.ndjson"])).toMatchObject({ code: 0 });
  });

  test("shortens a long line in the excerpt on both sides without splitting a character", async () => {
    const text = JSON.stringify(item("1", { text: "😀".repeat(200), count: "x", more: "😀".repeat(200) }));
    const [finding] = await check("a.ndjson", text);
    const { excerpt } = finding ?? {};
    expect(excerpt?.text.slice(excerpt.caret, excerpt.caret + excerpt.length)).toBe('"x"');
    expect(excerpt?.text).toMatch(/^….*…$/u);
    expect(excerpt?.text).not.toMatch(/\p{Cs}/u);
    expect(excerpt?.text.length).toBeLessThan(130);
  });
});

describe("bytes", () => {
  const invalid = Buffer.concat([Buffer.from('{"text":"ä€'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);

  test("reports invalid UTF-8 at its place and checks the other lines", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${good}\n`),
      invalid,
      Buffer.from('\n{"id":5,"kind":"item.changed"}\n'),
    ]);
    expect(places(await check("a.ndjson", bytes))).toEqual(["2:12 invalid-utf8", "3:7 type /id"]);
    expect(places(await check("a.json", invalid))).toEqual(["1:12 invalid-utf8"]);
    expect((await check("a.json", invalid))[0]?.message).toContain("0xc3");
  });

  test("reports a character that the end of the file cuts off", async () => {
    expect(places(await check("a.ndjson", Buffer.from('{"a":"€').subarray(0, -1)))).toEqual([
      "1:7 invalid-utf8",
    ]);
  });

  test("ignores a byte order mark only at the start of a file", async () => {
    const mark = "\ufeff";
    expect(await check("a.json", mark + good)).toEqual([]);
    expect(
      places(await check("a.ndjson", `${mark}{"id":5,"kind":"item.changed"}\n${mark}${good}\n`)),
    ).toEqual(["1:7 type /id", "2:1 json-syntax"]);
    const stdin = [Buffer.from(`${mark}${good}\n`)];
    expect(await workspace.findings(["-", "--input", "ndjson"], { stdin })).toEqual([]);
  });
});

describe("limits", () => {
  const long = JSON.stringify(item("long", { text: "x".repeat(5000) }));

  test.each(["plain", "gzip", "stdin"])(
    "reports a line over --max-line and checks all others (%s)",
    async (how) => {
      const text = `${good}\n${long}\n{"id":5,"kind":"item.changed"}\n${long}\n${long}`;
      const args = ["--max-line", "1000", "--input", "ndjson"];
      workspace.write({ "a.ndjson": text, "a.ndjson.gz": gzipSync(text) });
      const small = { unitBytes: 300 };
      const found =
        how === "stdin"
          ? await workspace.findings(["-", ...args], { stdin: [Buffer.from(text)], dependencies: small })
          : await workspace.findings([how === "gzip" ? "a.ndjson.gz" : "a.ndjson", ...args], {
              dependencies: small,
            });
      expect(places(found)).toEqual(["2:1 too-long", "3:7 type /id", "4:1 too-long", "5:1 too-long"]);
      expect(found[0]?.excerpt?.text).toMatch(/^\{"id":"long"/);
    },
  );

  test("accepts a line of exactly the maximum length", async () => {
    const text = `${long}\n${long}`;
    expect(await check("a.ndjson", text, ["--max-line", String(long.length)])).toEqual([]);
    expect(await check("a.ndjson", text, ["--max-line", String(long.length - 1)])).toHaveLength(2);
  });

  test("reports a JSON file over the limit, compressed or not", async () => {
    expect(places(await check("a.json", long, ["--max-line", "1000"]))).toEqual(["1:1 too-long"]);
    expect(places(await check("a.json.gz", gzipSync(long), ["--max-line", "1000"]))).toEqual([
      "1:1 too-long",
    ]);
    const stdin = [Buffer.from(long)];
    expect(
      places(await workspace.findings(["-", "--input", "json", "--max-line", "1000"], { stdin })),
    ).toEqual(["1:1 too-long"]);
  });

  test("reports deep nesting at the first bracket beyond the limit, whatever the schema", async () => {
    const start = '{"kind":"item.changed","id":"1","text":';
    const nested = (levels: number): string => `${start}${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    const place = `1:${start.length + 256} too-deep`;
    for (const options of [[], ["--strict"], ["--all"]]) {
      expect(await check("a.json", nested(256), options)).toEqual([]);
      for (const levels of [257, 20_000, 100_000])
        expect(places(await check("a.json", nested(levels), options))).toEqual([place]);
    }
    expect(places(await check("a.json", nested(50_000).slice(0, -20_000), ["--strict"]))).toEqual([place]);
    expect(places(await check("a.ndjson", `${nested(257)}\n${good}\n`))).toEqual([place]);
  });
});

describe("incomplete files", () => {
  const lines = `${good}\n`.repeat(2000);

  test("checks the documents before the end of truncated gzip data, then reports it", async () => {
    const cut = gzipSync(`{"a":1}\n${lines}`).subarray(0, -20);
    const codes = (await check("a.ndjson.gz", cut)).map(({ code }) => code);
    expect(codes).toEqual(["unknown-document", "gzip-broken"]);
    expect(places(await check("a.json.gz", gzipSync(good).subarray(0, -5)))).toEqual(["1:1 gzip-broken"]);
  });
});

describe("--strict", () => {
  test("reports a duplicate key at its second occurrence", async () => {
    const text = '{ "id": "1", "kind": "item.changed",\n  "id": "2" }';
    expect(await check("a.json", text)).toEqual([]);
    expect(places(await check("a.json", text, ["--strict"]))).toEqual(["2:3 duplicate-key /id"]);
  });

  test("reports an unknown field at its key", async () => {
    const text = JSON.stringify(item("1", { extra: 1 }));
    expect(await check("a.ndjson", text)).toEqual([]);
    expect(places(await check("a.ndjson", text, ["--strict"]))).toEqual([
      `1:${text.indexOf('"extra"') + 1} unknown-property`,
    ]);
  });
});
