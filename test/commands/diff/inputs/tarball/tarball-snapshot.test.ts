import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tarballSnapshot } from "../../../../../commands/diff/inputs/tarball-snapshot.js";
import { type SnapshotLimits, snapshotLimits } from "../../../../../commands/diff/inputs/unusable-input.js";
import { makeTarball, type RawEntry } from "../../../../support/commands/diff/inputs/tarball/make-tarball.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "oipkit-tarball-"));
});
afterEach(() => {
  expect(readdirSync(folder)).toEqual(["a.tgz"]);
  rmSync(folder, { recursive: true });
});

function open(bytes: Buffer, limits: Partial<SnapshotLimits & { readonly maxFile: number }> = {}) {
  const path = join(folder, "a.tgz");
  writeFileSync(path, bytes);
  return tarballSnapshot({ path, shown: "a.tgz" }, { ...snapshotLimits, maxFile: 1000, ...limits });
}

async function texts(bytes: Buffer, names: readonly string[]): Promise<Record<string, string>> {
  const read = await (await open(bytes)).read(names);
  return Object.fromEntries(
    [...read].map(([name, file]) => [name, file.kind === "bytes" ? file.bytes.toString() : file.kind]),
  );
}

describe("the files of a packed package", () => {
  it("are below the folder that everything is in", async () => {
    const archive = makeTarball([
      { name: "package/", type: "5" },
      { name: "package/a.yaml", text: "a" },
      { name: "./package//b/c.yaml", text: "c" },
    ]);
    expect((await open(archive)).entries).toEqual(
      new Map([
        ["a.yaml", "file"],
        ["b/c.yaml", "file"],
      ]),
    );
    expect(await texts(archive, ["a.yaml", "b/c.yaml", "none"])).toEqual({ "a.yaml": "a", "b/c.yaml": "c" });
  });

  it("keep their paths if they share no folder", async () => {
    const archive = makeTarball([
      { name: "a/x.yaml", text: "x" },
      { name: "b/y.yaml", text: "y" },
    ]);
    expect(await texts(archive, ["b/y.yaml"])).toEqual({ "b/y.yaml": "y" });
  });

  it("are found again by later references, in whatever order they are asked for", async () => {
    const names = ["a.yaml", "b.yaml", "c.yaml", "d.txt"];
    const snapshot = await open(makeTarball(names.map((name) => ({ name: `p/${name}`, text: name }))));
    for (const name of [...names].reverse()) {
      const file = (await snapshot.read([name])).get(name);
      expect(file?.kind === "bytes" && file.bytes.toString()).toBe(name);
    }
  });

  it("are the last of those with the same name, as for tar", async () => {
    const archive = makeTarball([
      { name: "p/a.yaml", text: "1" },
      { name: "p/a.yaml", text: "two" },
    ]);
    expect(await texts(archive, ["a.yaml"])).toEqual({ "a.yaml": "two" });
  });

  it("never include links, devices and large files", async () => {
    const archive = makeTarball([
      { name: "p/a.yaml", type: "2", link: "/etc/passwd" },
      { name: "p/b.yaml", type: "1", link: "../../etc/passwd" },
      { name: "p/c.yaml", type: "3" },
      { name: "p/d.yaml", text: "x".repeat(1001) },
    ]);
    const { entries } = await open(archive);
    expect(Object.fromEntries(entries)).toEqual({
      "a.yaml": "link",
      "b.yaml": "link",
      "c.yaml": "special",
      "d.yaml": "file",
    });
    expect(await texts(archive, ["a.yaml", "b.yaml", "c.yaml", "d.yaml"])).toEqual({ "d.yaml": "large" });
  });
});

describe("a hostile archive", () => {
  it.each(["../x.yaml", "/etc/x.yaml", "package/../../x.yaml", "C:/x.yaml", "a\\..\\x.yaml", ".."])(
    "with the path %s is refused",
    async (name) => {
      const archive = makeTarball([
        { name: "package/a.yaml", text: "a" },
        { name, text: "x" },
      ]);
      await expect(open(archive)).rejects.toThrow("a.tgz: has an unsafe path");
    },
  );

  it.each<[string, Buffer, RegExp]>([
    ["isn't compressed", Buffer.from("not a package"), /is damaged, or isn't a packed package/],
    ["is empty", Buffer.alloc(0), /is damaged, or isn't a packed package/],
    ["contains something else", gzipSync("hello".repeat(500)), /is damaged, or isn't a packed package/],
    ["is cut off", makeTarball([{ name: "p/a", text: "a" }]).subarray(0, 60), /is damaged/],
    [
      "lacks the end of a file",
      makeTarball([
        { name: "p/0", text: "0" },
        { name: "p/a", size: 90_000 },
      ]),
      /is damaged.*Truncated/,
    ],
    ["is packed twice", gzipSync(makeTarball([{ name: "p/a", text: "a" }])), /isn't a packed package/],
    [
      "has a huge extended header",
      makeTarball([{ name: "x", type: "x", text: " ".repeat(2 ** 21) }]),
      /header/,
    ],
  ])("that %s is refused", async (_, bytes, message) => {
    await expect(open(bytes)).rejects.toThrow(message);
  });

  it("may not unpack to more than the limits", async () => {
    const bomb = makeTarball([{ name: "p/a.bin", text: "\0".repeat(5_000_000) }]);
    expect(bomb.length).toBeLessThan(20_000);
    await expect(open(bomb, { unpacked: 1_000_000 })).rejects.toThrow("after unpacking");
    const many = makeTarball(Array.from({ length: 50 }, (_, at) => ({ name: `p/${at}.yaml`, text: "x" })));
    await expect(open(many, { entries: 49 })).rejects.toThrow("more than 49 entries");
    await expect(open(many, { packed: 10 })).rejects.toThrow("is larger than 10 bytes");
    const names = ["1.yaml", "2.yaml", "3.yaml"];
    for (const limits of [{ files: 2 }, { total: 2 }])
      await expect((await open(many, limits)).read(names)).rejects.toThrow("too many or too large");
  });

  it("is read or refused with an error of its own, whatever its bytes are", async () => {
    const archive = makeTarball([
      { name: "p/a.yaml", text: "a" },
      { name: "p/b.yaml", text: "b" },
    ]);
    const damage = fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const bytes = Buffer.from(archive);
        for (const [at, byte] of changes) bytes[at] = byte;
        const result = await open(bytes).catch((error: { code: string }) => error.code);
        if (typeof result === "string") expect(result).toBe("input-unreadable");
        else for (const name of result.entries.keys()) expect(name).not.toMatch(/^\/|(?:^|\/)\.\.(?:\/|$)/);
      }),
      { numRuns: 100 },
    );
  });

  it("has only the names that an extraction into its own folder would write", async () => {
    const part = fc.constantFrom("..", ".", "", "a", "b.yaml", "C:", "a\\b", "...");
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), async (parts) => {
        const name = parts.join("/");
        const entry: RawEntry = { name, text: "x" };
        const found = await open(makeTarball([entry])).catch(() => undefined);
        for (const each of found?.entries.keys() ?? []) expect(join("/root/x", each)).toMatch(/^\/root\/x/);
      }),
      { numRuns: 50 },
    );
  });
});
