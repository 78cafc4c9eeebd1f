import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BlobParser } from "../../../../../commands/diff/inputs/git/git-snapshot.js";

const id = "0123456789abcdef0123456789abcdef01234567";

function output(blobs: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    blobs.flatMap((blob) => [
      Buffer.from(`${id} blob ${blob.length}\n`),
      Buffer.from(blob),
      Buffer.from("\n"),
    ]),
  );
}

describe("the output of git cat-file --batch", () => {
  it("becomes the same files, however it is cut into chunks", () => {
    const blob = fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constantFrom(Buffer.from("\n\n"), output([])));
    fc.assert(
      fc.property(fc.array(blob), fc.array(fc.nat(20), { minLength: 1 }), (blobs, steps) => {
        const parser = new BlobParser({ maxFile: 30, total: 10_000 });
        const bytes = output(blobs);
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const step = 1 + (steps[turn % steps.length] ?? 0);
          parser.write(bytes.subarray(at, at + step));
          at += step;
        }
        const wanted = blobs.map((each) => (each.length > 30 ? "large" : Buffer.from(each).toString("hex")));
        expect(
          parser.blobs.map((each) => (each.kind === "bytes" ? each.bytes.toString("hex") : each.kind)),
        ).toEqual(wanted);
      }),
    );
  });

  it("is refused if an object is missing, if it is too large, or if it is something else", () => {
    const write = (text: string) => () => new BlobParser({ maxFile: 30, total: 40 }).write(Buffer.from(text));
    expect(write(`${id} missing\n`)).toThrow("the repository lacks an object");
    expect(write(`${id} tree 10\n`)).toThrow("the repository lacks an object");
    expect(write("x".repeat(300))).toThrow("unexpected output");
    const two = output([Buffer.alloc(25), Buffer.alloc(25)]).toString();
    expect(write(two)).toThrow("more than 40 bytes together");
  });
});
