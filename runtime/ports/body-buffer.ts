const firstCapacity = 4096;
const empty = new Uint8Array();

/**
 * Collects a body of at most `limit` bytes in one growing block. A list of pieces would cost hundreds of bytes for each,
 * and a sender decides how many there are. Growth at least doubles the block, so the copies are at most the body's
 * length, and the memory at most three times that.
 */
export class BodyBuffer {
  readonly #limit: number;
  #single: Uint8Array | undefined;
  #block: Uint8Array = empty;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** Adds a piece; `false`, and nothing is kept, if the body would exceed the limit. */
  append(piece: Uint8Array): boolean {
    const length = this.#length;
    if (length + piece.length > this.#limit) {
      this.#single = undefined;
      this.#block = empty;
      return false;
    }
    if (length === 0) this.#single = piece;
    else {
      if (this.#single !== undefined) this.#keep(this.#single, 0);
      this.#single = undefined;
      this.#keep(piece, length);
    }
    this.#length = length + piece.length;
    return true;
  }

  /** The whole body. A body of one piece is that piece, without a copy. */
  bytes(): Uint8Array {
    return this.#single ?? this.#block.subarray(0, this.#length);
  }

  #keep(piece: Uint8Array, at: number): void {
    const needed = at + piece.length;
    if (needed > this.#block.length) {
      const capacity = Math.max(needed, Math.min(this.#limit, Math.max(firstCapacity, needed * 2)));
      const grown = new Uint8Array(capacity);
      grown.set(this.#block.subarray(0, at));
      this.#block = grown;
    }
    this.#block.set(piece, at);
  }
}
