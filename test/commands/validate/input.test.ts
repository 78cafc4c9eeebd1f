import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { item } from "../../support/commands/validate/stand-in.js";
import { createWorkspace, places } from "../../support/commands/validate/workspace.js";

const bad = JSON.stringify({ id: 5, kind: "item.changed" });
const good = JSON.stringify(item("1"));

const workspace = createWorkspace({
  "in/b.json": bad,
  "in/a.json": bad,
  "in/deep/c.ndjson": `${good}\n${bad}\n`,
  "in/deep/d.jsonl": bad,
  "in/e.json.gz": gzipSync(bad),
  "in/f.ndjson.gz": gzipSync(`${bad}\n${bad}\n`),
  "in/Z.json": bad,
  "in/notes.txt": bad,
  "in/.hidden.json": bad,
  "in/.git/x.json": bad,
  "in/node_modules/x.json": bad,
  "empty/readme.txt": "",
  "odd[1].json": bad,
});
afterAll(() => workspace.remove());

async function files(...args: readonly string[]): Promise<string[]> {
  return (await workspace.findings(args)).map(({ file, line }) => `${file}:${line}`);
}

const inside = [
  "in/Z.json:1",
  "in/a.json:1",
  "in/b.json:1",
  "in/deep/c.ndjson:2",
  "in/deep/d.jsonl:1",
  "in/e.json.gz:1",
  "in/f.ndjson.gz:1",
  "in/f.ndjson.gz:2",
];

describe("files, folders and globs", () => {
  test("reads the documents of a folder, sorted by name, except hidden ones and node_modules", async () => {
    expect(await files("in")).toEqual(inside);
  });

  test("keeps the order of the inputs and reads each file once", async () => {
    expect(await files("in/b.json", "in/deep", "in")).toEqual([
      "in/b.json:1",
      "in/deep/c.ndjson:2",
      "in/deep/d.jsonl:1",
      ...inside.filter((place) => !/b\.json|deep/.test(place)),
    ]);
  });

  test("matches globs in subfolders, except hidden files and node_modules", async () => {
    expect(await files("in/**/*.json")).toEqual(["in/Z.json:1", "in/a.json:1", "in/b.json:1"]);
    expect(await files("in/*.txt")).toEqual(["in/notes.txt:1"]);
    expect(await files("in/{a,b}.json")).toEqual(["in/a.json:1", "in/b.json:1"]);
  });

  test("prefers a file to a glob if a name has brackets", async () => {
    expect(await files("odd[1].json")).toEqual(["odd[1].json:1"]);
  });

  test("shows absolute paths as given", async () => {
    const path = join(workspace.path, "in", "a.json");
    expect(await files(path)).toEqual([`${path}:1`]);
  });

  test("reads a linked file but doesn't follow a linked folder", async () => {
    const linked = createWorkspace({ "in/real.json": bad, "other/x.json": bad });
    symlinkSync(join(linked.path, "in", "real.json"), join(linked.path, "in", "link.json"));
    symlinkSync(join(linked.path, "in"), join(linked.path, "in", "loop"));
    const found = await linked.findings(["in"]);
    expect(found.map(({ file }) => file)).toEqual(["in/link.json", "in/real.json"]);
    linked.remove();
  });

  test.each([
    [[], "nothing to validate"],
    [["missing.json"], "no such file"],
    [["*.nothing"], "matches no file"],
    [["empty"], "contains no"],
    [["-"], "standard input"],
  ])("exits with 2 if there is nothing to read: %j", async (args, message) => {
    const { code, out, err } = await workspace.run(args);
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toContain(message);
  });
});

describe("standard input", () => {
  const lines = `${good}\n${bad}\n${good}\n${bad}`;
  const pretty = JSON.stringify(JSON.parse(bad), null, 2);
  const list = `[\n${good},\n${bad}\n]`;

  async function piped(text: string | Uint8Array, args: readonly string[] = []) {
    return places(await workspace.findings(["-", ...args], { stdin: [Buffer.from(text)] }));
  }

  test("detects NDJSON by its content", async () => {
    expect(await piped(lines)).toEqual(["2:7 type /id", "4:7 type /id"]);
    expect(await piped(`\n${lines}`)).toEqual(["3:7 type /id", "5:7 type /id"]);
  });

  test("checks all lines of NDJSON after a broken first one", async () => {
    expect(await piped(`{"a":\n${good}\n${bad}\n`)).toEqual(["1:6 json-syntax", "3:7 type /id"]);
  });

  test("detects JSON by its content", async () => {
    expect(await piped(pretty)).toEqual(["2:9 type /id"]);
    expect(await piped(list)).toEqual(["1:1 unknown-document"]);
    expect(await piped(`${pretty.slice(0, -1)},\n`)).toEqual(["4:2 json-syntax"]);
  });

  test("lets --input override the detection", async () => {
    expect(await piped(bad, ["--input", "json"])).toEqual(["1:7 type /id"]);
    expect(await piped(lines, ["--input", "json"])).toEqual(["2:1 json-syntax"]);
    expect(await piped(pretty, ["--input", "ndjson"])).toHaveLength(4);
  });

  test("detects gzip by its first bytes", async () => {
    expect(await piped(gzipSync(lines))).toEqual(["2:7 type /id", "4:7 type /id"]);
    expect(await piped(gzipSync(pretty))).toEqual(["2:9 type /id"]);
  });

  test("exits with 2 if it is empty", async () => {
    for (const chunks of [[], [new Uint8Array(0)], [gzipSync("")]]) {
      const { code, err } = await workspace.run(["-"], { stdin: chunks });
      expect(code).toBe(2);
      expect(err).toContain("empty");
    }
  });

  test("gives the same findings for any chunk boundaries", async () => {
    const text = Buffer.from(
      `${good}\r\n\n{"broken":\n${JSON.stringify(item("ä€😀", { count: "ü" }))}\n${bad}`,
    );
    for (const bytes of [text, gzipSync(text)]) {
      const whole = await workspace.findings(["-", "--input", "ndjson"], { stdin: [bytes] });
      expect(whole.map(({ line }) => line)).toEqual([3, 4, 5]);
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(bytes.length)), async (cuts) => {
          const borders = [0, ...cuts.sort((a, b) => a - b), bytes.length];
          const stdin = borders.slice(1).map((to, index) => bytes.subarray(borders[index], to));
          expect(await workspace.findings(["-", "--input", "ndjson"], { stdin })).toEqual(whole);
        }),
        { numRuns: 60 },
      );
    }
  });
});

describe("other file names", () => {
  beforeAll(() =>
    workspace.write({
      "events.log": `${good}\n${bad}\n`,
      "event.txt": JSON.stringify(JSON.parse(bad), null, 1),
      "packed.json": gzipSync(bad),
      "packed.bin": gzipSync(`${good}\n${bad}\n`),
      "plain.ndjson.gz": `${good}\n${bad}\n`,
    }),
  );

  test("detect the layout by content", async () => {
    expect(places(await workspace.findings(["events.log"]))).toEqual(["2:7 type /id"]);
    expect(places(await workspace.findings(["event.txt"]))).toEqual(["2:8 type /id"]);
  });

  test("detect gzip by the first bytes", async () => {
    expect(places(await workspace.findings(["packed.json"]))).toEqual(["1:7 type /id"]);
    expect(places(await workspace.findings(["packed.bin"]))).toEqual(["2:7 type /id"]);
    expect(places(await workspace.findings(["plain.ndjson.gz"]))).toEqual(["2:7 type /id"]);
  });
});
