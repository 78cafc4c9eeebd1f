import { type FileBytes, tooLarge } from "../../../../reader/documents/regular-file.js";
import { UnusableInput } from "../unusable-input.js";

/** What may be read. */
export interface BlobLimits {
  /** Bytes of one file; a larger one isn't kept. */
  readonly maxFile: number;
  /** Bytes of all files together. */
  readonly total: number;
}

/** Longest line before the bytes of an object: an id, a type and a size. */
const longestHeader = 200;

/** Splits the output of `git cat-file --batch` into files, whatever its chunks are. */
export class BlobParser {
  readonly blobs: FileBytes[] = [];
  #header: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  /** Bytes of the current object that are still to come, with the newline after them; `undefined` in a header. */
  #left: number | undefined;
  #size = 0;
  #total = 0;

  constructor(private readonly limits: BlobLimits) {}

  /** Takes the next bytes. Throws `UnusableInput` if an object is missing, or if the total is too large. */
  write(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#left === undefined) rest = this.#readHeader(rest);
      else {
        const part = rest.subarray(0, this.#left);
        this.#left -= part.length;
        if (this.#size <= this.limits.maxFile) this.#parts.push(part);
        rest = rest.subarray(part.length);
        if (this.#left === 0) this.#end();
      }
    }
  }

  #readHeader(bytes: Buffer): Buffer {
    const end = bytes.indexOf("\n");
    this.#header = Buffer.concat([this.#header, end < 0 ? bytes : bytes.subarray(0, end)]);
    if (this.#header.length > longestHeader) throw new UnusableInput("git cat-file: unexpected output");
    if (end < 0) return bytes.subarray(bytes.length);
    const text = this.#header.toString("latin1");
    const [, type, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(text) ?? [];
    if (type !== "blob")
      throw new UnusableInput(
        `the repository lacks an object (git says: ${text}); run \`git fetch\` or \`git fsck\``,
      );
    this.#header = Buffer.alloc(0);
    this.#size = Number(size);
    this.#left = this.#size + 1;
    if (this.#size <= this.limits.maxFile) this.#total += this.#size;
    if (this.#total > this.limits.total)
      throw new UnusableInput(
        `the files of the commit have more than ${this.limits.total} bytes together; name a folder with fewer`,
      );
    return bytes.subarray(end + 1);
  }

  #end(): void {
    const isKept = this.#size <= this.limits.maxFile;
    const bytes = Buffer.concat(this.#parts).subarray(0, this.#size);
    this.blobs.push(isKept ? { kind: "bytes", bytes } : tooLarge(this.limits.maxFile));
    this.#parts = [];
    this.#left = undefined;
  }
}
