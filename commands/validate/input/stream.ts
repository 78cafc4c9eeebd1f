import { pipeline, Readable } from "node:stream";
import { brokenGzip, headBytes, isGzip, tooLong, unreadable } from "../read-file.js";
import type { DocumentSource, Unit } from "../unit.js";
import { type InputLayout, layoutByContent, sampleBytes, type UnitSize } from "./sources.js";

type Bytes = Uint8Array<ArrayBufferLike>;
type Chunks = AsyncIterable<Bytes>;

/** How to divide a stream. `maxDocument` is in bytes. */
export interface StreamOptions {
  readonly layout: InputLayout;
  readonly unitSize: UnitSize;
  readonly maxDocument: number;
}

/** The units of a stream, plain or gzip; none if it is empty. */
export async function* streamUnits(
  source: DocumentSource,
  chunks: Chunks,
  options: StreamOptions,
): AsyncGenerator<Unit> {
  const packed = await peek(chunks, 2);
  const zipped = isGzip(packed.head);
  const plain = zipped ? gunzip(packed.chunks) : packed.chunks;
  const broken = (error: unknown) => {
    if (zipped && isZlibError(error)) return brokenGzip;
    return unreadable(error);
  };
  let layout = options.layout;
  let content: Chunks = plain;
  if (layout === undefined) {
    const sample = await peek(plain, sampleBytes);
    layout = layoutByContent(sample.head, sample.whole);
    content = sample.chunks;
  }
  yield* layout === "json"
    ? wholeDocument(source, content, { ...options, broken })
    : markEnds(source, cutLines(source, content, { ...options, broken }));
}

interface CutOptions extends StreamOptions {
  broken(error: unknown): { code: string; message: string };
}

async function* wholeDocument(
  source: DocumentSource,
  chunks: Chunks,
  options: CutOptions,
): AsyncGenerator<Unit> {
  const queue = new ByteQueue();
  try {
    for await (const chunk of chunks) {
      queue.push(chunk);
      if (queue.size > options.maxDocument) {
        yield fault(source, tooLong(options.maxDocument), {
          head: queue.take().subarray(0, headBytes),
          lines: 1,
        });
        return;
      }
    }
  } catch (error) {
    yield fault(source, options.broken(error), { head: new Uint8Array(0), lines: 0 });
    return;
  }
  if (queue.size > 0) yield { kind: "document", source, bytes: queue.take() };
}

async function* cutLines(source: DocumentSource, chunks: Chunks, options: CutOptions): AsyncGenerator<Unit> {
  const { unitSize, maxDocument } = options;
  const whole = new ByteQueue();
  const rest = new ByteQueue();
  let skipping = false;
  const lines = (): Unit => ({ kind: "lines", source, bytes: whole.take(), first: false, last: false });
  try {
    for await (const received of chunks) {
      let chunk = received;
      if (skipping) {
        const feed = chunk.indexOf(10);
        if (feed < 0) continue;
        skipping = false;
        chunk = chunk.subarray(feed + 1);
      }
      const feed = chunk.lastIndexOf(10);
      if (feed >= 0) {
        whole.push(rest.take(), chunk.subarray(0, feed + 1));
        chunk = chunk.subarray(feed + 1);
      }
      rest.push(chunk);
      if (whole.size >= unitSize.unitBytes) yield lines();
      if (rest.size <= maxDocument) continue;
      if (whole.size > 0) yield lines();
      yield fault(source, tooLong(maxDocument), { head: rest.take().subarray(0, headBytes), lines: 1 });
      skipping = true;
    }
  } catch (error) {
    if (whole.size > 0) yield lines();
    const cut = rest.take();
    yield fault(source, options.broken(error), {
      head: cut.subarray(0, headBytes),
      lines: cut.length > 0 ? 1 : 0,
    });
    return;
  }
  whole.push(rest.take());
  if (whole.size > 0) yield lines();
}

function fault(
  source: DocumentSource,
  { code, message }: { code: string; message: string },
  { head, lines }: { head: Uint8Array<ArrayBuffer>; lines: 0 | 1 },
): Unit {
  const known = code as (Unit & { kind: "fault" })["code"];
  return { kind: "fault", source, code: known, message, head: head.slice(), lines, first: true, last: true };
}

/** Marks the first unit, and adds an empty last one so that no unit must wait for its successor. */
async function* markEnds(source: DocumentSource, units: AsyncIterable<Unit>): AsyncGenerator<Unit> {
  let first = true;
  for await (const unit of units) {
    yield { ...unit, first, last: false } as Unit;
    first = false;
  }
  if (!first) yield { kind: "lines", source, bytes: new Uint8Array(0), first, last: true };
}

/** Collects bytes and joins them when taken, in memory that can be transferred to another thread. */
class ByteQueue {
  #pieces: Bytes[] = [];
  size = 0;

  push(...pieces: readonly Bytes[]): void {
    for (const piece of pieces) {
      if (piece.length === 0) continue;
      this.#pieces.push(piece);
      this.size += piece.length;
    }
  }

  take(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.size);
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [];
    this.size = 0;
    return bytes;
  }
}

/** The first bytes of a stream, and the stream from its start. */
async function peek(
  chunks: Chunks,
  wanted: number,
): Promise<{ head: Bytes; whole: boolean; chunks: Chunks }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const queue = new ByteQueue();
  let whole = false;
  let failure: { error: unknown } | undefined;
  while (queue.size < wanted && !whole && !failure) {
    try {
      const next = await iterator.next();
      if (next.done) whole = true;
      else queue.push(next.value);
    } catch (error) {
      failure = { error };
    }
  }
  const head = queue.take();
  async function* again(): AsyncGenerator<Bytes> {
    try {
      if (head.length > 0) yield head;
      if (failure) throw failure.error;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head, whole, chunks: again() };
}

async function* gunzip(chunks: Chunks): AsyncGenerator<Bytes> {
  const { createGunzip } = await import("node:zlib");
  const unpacked = createGunzip({ chunkSize: 256 * 1024 });
  // An error of either stream reaches the loop, since `pipeline` destroys both.
  yield* pipeline(Readable.from(chunks, { objectMode: false }), unpacked, () => {});
}

function isZlibError(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith("Z_");
}
