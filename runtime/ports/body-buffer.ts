/** Collects the pieces of a body. */
export interface BodyBuffer {
  /** Bytes so far. */
  readonly length: number;
  /** Adds a piece; `false`, and nothing is kept, if the body would exceed the limit. */
  readonly append: (piece: Uint8Array) => boolean;
  /** The whole body. A body of one piece is that piece, without a copy. */
  readonly bytes: () => Uint8Array;
}

const firstCapacity = 4096;

/**
 * Collects a body of at most `limit` bytes in one growing block. A list of pieces would cost hundreds of bytes for each,
 * and a sender decides how many there are. Growth at least doubles the block, so the copies are at most the body's
 * length, and the memory at most three times that.
 */
export function createBodyBuffer(limit: number): BodyBuffer {
  let single: Uint8Array | undefined;
  let block = new Uint8Array();
  let length = 0;
  const keep = (piece: Uint8Array, at: number): void => {
    const needed = at + piece.length;
    if (needed > block.length) {
      const grown = new Uint8Array(Math.max(needed, Math.min(limit, Math.max(firstCapacity, needed * 2))));
      grown.set(block.subarray(0, at));
      block = grown;
    }
    block.set(piece, at);
  };
  return {
    get length() {
      return length;
    },
    append(piece) {
      if (length + piece.length > limit) {
        single = undefined;
        block = new Uint8Array();
        return false;
      }
      if (length === 0) single = piece;
      else {
        if (single !== undefined) keep(single, 0);
        single = undefined;
        keep(piece, length);
      }
      length += piece.length;
      return true;
    },
    bytes: () => single ?? block.subarray(0, length),
  };
}
