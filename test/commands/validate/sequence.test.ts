import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { encrypt } from "../../../runtime/webhook/wire/encryption.js";
import { item, protocol } from "../../support/commands/validate/stand-in.js";
import { createWorkspace, type RunOptions } from "../../support/commands/validate/workspace.js";

const workspace = createWorkspace();
afterAll(() => workspace.remove());

function change(id: string, name: string, version: number, more = {}): string {
  return JSON.stringify(item(id, { item: name, version, ...more }));
}

async function sequence(files: Readonly<Record<string, string | Uint8Array>>, options: RunOptions = {}) {
  workspace.write(files);
  const found = await workspace.findings([...Object.keys(files), "--sequence"], options);
  return found.map(
    ({ file, line, code, pointer, message }) => `${file}:${line} ${code} ${pointer} ${message}`,
  );
}

describe("--sequence", () => {
  test("reports an event id with two contents and names the first place, across lines and files", async () => {
    const found = await sequence({
      "a.ndjson": `${change("e1", "i", 1)}\n${change("e2", "i", 2)}\n${change("e1", "i", 1, { text: "other" })}\n`,
      "b.json": JSON.stringify(item("e2", { item: "i", version: 2, text: "other" }), null, 2),
    });
    expect(found).toEqual([
      "a.ndjson:3 event-id-conflict /id this event id was already used with different content, at a.ndjson:1",
      "b.json:2 event-id-conflict /id this event id was already used with different content, at a.ndjson:2",
    ]);
  });

  test("accepts a redelivery with another key order, white space or token", async () => {
    const again = '{ "version": 1, "ticket": "t2", "item": "i", "kind": "item.changed", "id": "e1" }';
    const first = JSON.stringify({ ticket: "t1", ...item("e1", { item: "i", version: 1 }) });
    expect(await sequence({ "a.ndjson": `${first}\n${change("e2", "i", 2)}\n${again}\n` })).toEqual([]);
  });

  test("reports versions that go back or skip one, per resource", async () => {
    const lines = [
      change("1", "a", 4),
      change("2", "b", 1),
      change("3", "a", 5),
      change("4", "b", 3),
      change("5", "a", 4),
      change("6", "a", 6),
      change("7", "b", 7),
      change("8", "b", 7),
      JSON.stringify(item("9", { item: "b" })),
    ];
    expect(await sequence({ "a.ndjson": lines.join("\n") })).toEqual([
      "a.ndjson:4 version-gap /version the resource goes from version 1 (at a.ndjson:2) to 3: version 2 is missing",
      "a.ndjson:5 version-backwards /version the resource goes back to version 4 after version 5 at a.ndjson:3",
      "a.ndjson:7 version-gap /version the resource goes from version 3 (at a.ndjson:4) to 7: versions 4 to 6 are missing",
    ]);
  });

  test("sorts findings of lines and of their sequence by line", async () => {
    const lines = [change("1", "a", 1), change("2", "a", 3), '{"kind":"item.changed"}', change("3", "a", 2)];
    const found = await sequence({ "a.ndjson": lines.join("\n") });
    expect(found.map((text) => text.split(" ").slice(0, 2).join(" "))).toEqual([
      "a.ndjson:2 version-gap",
      "a.ndjson:3 required",
      "a.ndjson:4 version-backwards",
    ]);
  });

  test("also compares streams and compressed files, with an excerpt", async () => {
    const text = `${change("1", "a", 1)}\n${change("1", "a", 2)}\n`;
    workspace.write({ "a.ndjson.gz": gzipSync(text), "a.json.gz": gzipSync(change("1", "a", 3)) });
    const found = await workspace.findings(["a.ndjson.gz", "-", "a.json.gz", "--sequence"], {
      stdin: [Buffer.from(text)],
    });
    expect(found.map(({ file, line }) => `${file}:${line}`)).toEqual([
      "a.ndjson.gz:2",
      "<stdin>:2",
      "a.json.gz:1",
    ]);
    for (const { excerpt } of found) {
      expect(excerpt?.text.slice(excerpt.caret, excerpt.caret + excerpt.length)).toBe('"1"');
    }
  });

  test("compares encrypted events by their decrypted content", async () => {
    const key = "k";
    const sealed = (text: string): string =>
      Buffer.from(
        encrypt({
          protocol,
          encryptKey: key,
          body: Buffer.from(text),
          random: (size) => new Uint8Array(size),
        }),
      ).toString();
    const found = await sequence(
      {
        "a.ndjson": [sealed(change("1", "a", 1)), change("2", "a", 3), sealed(change("1", "a", 2))].join(
          "\n",
        ),
      },
      { env: { WEBHOOK_ENCRYPT_KEY: key } },
    );
    expect(found.map((text) => text.split(" at ")[0])).toEqual([
      "a.ndjson:2 version-gap /version the resource goes from version 1 (at a.ndjson:1) to 3: version 2 is missing",
      "a.ndjson:3 event-id-conflict /id in the decrypted body: this event id was already used with different content,",
    ]);
  });

  test("isn't checked by default", async () => {
    workspace.write({ "a.ndjson": `${change("1", "a", 1)}\n${change("1", "a", 9)}\n` });
    expect(await workspace.findings(["a.ndjson"])).toEqual([]);
  });

  test("refuses a protocol that can't be loaded", async () => {
    const source = createWorkspace({
      "a.json": change("1", "a", 1),
      "generated/events/protocol.js": "throw new Error()",
    });
    const { code, err } = await source.run(["a.json", "--sequence"]);
    expect(code).toBe(2);
    expect(err).toContain("cannot load the protocol of `items`");
    source.remove();
  });
});
