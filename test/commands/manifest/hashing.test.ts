import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openInside } from "../../../commands/manifest/files/open-inside.js";
import { serve } from "../../../commands/manifest/hashing/hash-file.js";
import { hashFiles, startHashing } from "../../../commands/manifest/hashing/hash-files.js";
import type { HashThread, StartHashThread } from "../../../commands/manifest/hashing/start-worker.js";
import { folderWith, sha256, write } from "../../support/commands/manifest/artifact.js";

const maxFile = 1e9;

/** Threads that share this one. */
const simulated =
  (seen: string[]): StartHashThread =>
  () => ({
    serve: (work, done) =>
      serve(work, (hashed) => {
        seen.push(work.paths[hashed.index] ?? "");
        done(hashed);
      }),
    stop: async () => {},
  });

describe("hashing", () => {
  it("gives the digests in the order of the paths, whichever thread hashes which file", async () => {
    const contents = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`f${at}`, Buffer.alloc(300_000 * (at % 4), at)]),
    );
    const folder = folderWith(contents);
    const seen: string[] = [];
    const options = { maxFile, jobs: 3, smallInput: 0, start: simulated(seen) };
    const results = await hashFiles(folder, Object.keys(contents), options);
    expect(results).toEqual(
      Object.values(contents).map((content) => ({
        kind: "digest",
        sha256: sha256(content),
        size: content.length,
      })),
    );
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("fails if a thread fails", async () => {
    const start: StartHashThread = () => ({
      serve: () => Promise.reject(new Error("out of memory")),
      stop: async () => {},
    });
    const options = { maxFile, jobs: 2, smallInput: 0, start };
    await expect(hashFiles(folderWith(), ["entry.js", "assets/style.css"], options)).rejects.toThrow(
      "out of memory",
    );
  });

  it("uses threads that were started before, and ends those that it doesn't need", async () => {
    const stopped: number[] = [];
    const seen: string[][] = [[], [], []];
    const threads = seen.map(
      (paths, at): HashThread => ({ ...simulated(paths)(), stop: async () => void stopped.push(at) }),
    );
    const start: StartHashThread = () => expect.unreachable("it has enough threads");
    const folder = folderWith({ a: Buffer.alloc(100_000), b: Buffer.alloc(100_000), c: "c" });
    await hashFiles(folder, ["a", "b", "c"], { maxFile, jobs: 2, smallInput: 0, threads, start });
    expect(seen.map((paths) => paths.length > 0)).toEqual([true, false, false]);
    expect(stopped).toEqual([1, 2]);
    await hashFiles(folder, ["a"], { maxFile, threads: threads.slice(0, 1), start });
    expect(stopped).toEqual([1, 2, 0]);
  });

  it("is given up if the results aren't wanted", async () => {
    const stopped: number[] = [];
    const start: StartHashThread = () => ({
      serve: () => new Promise(() => {}),
      stop: async () => void stopped.push(1),
    });
    const options = { maxFile, jobs: 3, smallInput: 0, start };
    await startHashing(folderWith(), ["entry.js", "assets/style.css", "nothing"], options).stop();
    expect(stopped).toHaveLength(2);
  });

  it("stops when it is told to", async () => {
    const options = { maxFile, signal: AbortSignal.abort() };
    await expect(hashFiles(folderWith(), ["entry.js"], options)).rejects.toMatchObject({
      code: "interrupted",
    });
  });

  it("refuses a file that is larger than the limit", async () => {
    const folder = folderWith({ large: "" });
    truncateSync(join(folder, "large"), 1e12);
    expect(await hashFiles(folder, ["large"], { maxFile })).toMatchObject([{ code: "asset-too-large" }]);
  });

  it("finds a file that changes while it is read", async () => {
    const folder = folderWith({ growing: Buffer.alloc(30_000_000) });
    const hashing = hashFiles(folder, ["growing"], { maxFile });
    let isDone = false;
    const growing = (async () => {
      while (!isDone) {
        appendFileSync(join(folder, "growing"), "x");
        await new Promise((turn) => setImmediate(turn));
      }
    })();
    expect(await hashing.finally(() => (isDone = true))).toMatchObject([{ code: "asset-changing" }]);
    await growing;
  });
});

describe("a file that isn't opened", () => {
  const openingCode = (root: string, path: string) => {
    const opened = openInside(root, path);
    if (opened.kind === "open") return "open";
    return opened.code;
  };

  it("is a link, in a folder that is a link, a device, a folder or missing", () => {
    const [folder, outside] = [folderWith(), folderWith()];
    symlinkSync(join(outside, "entry.js"), join(folder, "link"));
    symlinkSync(join(outside, "assets"), join(folder, "folder"));
    expect(
      ["link", "folder/style.css", "assets", "nothing"].map((path) => openingCode(folder, path)),
    ).toEqual(["asset-link", "asset-link", "asset-special", "asset-missing"]);
    expect(openingCode("/dev", "null")).toBe("asset-special");
  });

  it("is outside of the folder, however often a folder on the way is exchanged for a link", () => {
    const [folder, outside] = [folderWith({ "a/f": "inside" }), folderWith({ f: "outside" })];
    mkdirSync(join(folder, "spare"));
    write(folder, "spare/f", "inside");
    // What a race may leave at the moment in which the path is resolved.
    rmSync(join(folder, "a"), { recursive: true });
    symlinkSync(outside, join(folder, "a"));
    expect(openingCode(folder, "a/f")).toBe("asset-link");
    rmSync(join(folder, "a"));
    renameSync(join(folder, "spare"), join(folder, "a"));
    expect(openingCode(folder, "a/f")).toBe("open");
  });
});
