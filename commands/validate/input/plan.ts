import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { DocumentsError } from "../errors.js";
import { isGzip } from "../read-file.js";
import type { DocumentSource, Unit } from "../unit.js";
import {
  type InputLayout,
  type InputSource,
  layoutByContent,
  sampleBytes,
  type UnitSize,
} from "./sources.js";

/** How to divide the input. */
interface PlanOptions {
  /** The layout of all sources, whatever their names. */
  readonly layout: InputLayout;
  readonly maxDocument: number;
  readonly unitSize: UnitSize;
  readonly stdin: (() => AsyncIterable<Uint8Array>) | undefined;
}

const filesInUnit = 32;

/** Length of the gzip signature, which needn't be announced by the name. */
const gzipBytes = 2;

/** Divides the input into units, in order. Throws `DocumentsError` if standard input is empty or not available. */
export async function* planUnits(
  sources: readonly InputSource[],
  options: PlanOptions,
): AsyncGenerator<Unit> {
  const batch = new Batch(options.unitSize);
  for (const source of sources) {
    const known = options.layout ?? source.layout;
    if (source.regular && known === "json") {
      if (batch.add(source)) yield batch.take();
      continue;
    }
    if (batch.size > 0) yield batch.take();
    const sample = source.regular
      ? readSample(source, known === undefined ? sampleBytes : gzipBytes)
      : undefined;
    if (sample === undefined || isGzip(sample)) {
      yield* streamed(source, { ...options, layout: known });
      continue;
    }
    const layout = known ?? layoutByContent(sample, sample.length === source.size);
    if (layout === "json") yield { kind: "files", sources: [plain(source)], size: source.size };
    else yield* ranges(source, options.unitSize);
  }
  if (batch.size > 0) yield batch.take();
}

async function* streamed(source: InputSource, options: PlanOptions): AsyncGenerator<Unit> {
  const { streamUnits } = await import("./stream.js");
  const { stdin, ...rest } = options;
  if (source.path === undefined && stdin === undefined)
    throw new DocumentsError("input-missing", "standard input is not available");
  const chunks =
    source.path === undefined ? stdin?.() : createReadStream(source.path, { highWaterMark: 256 * 1024 });
  let empty = true;
  for await (const unit of streamUnits(plain(source), chunks as AsyncIterable<Uint8Array>, rest)) {
    empty = false;
    yield unit;
  }
  if (!empty) return;
  if (source.path === undefined) throw new DocumentsError("input-missing", "standard input is empty");
  yield { kind: "document", source: plain(source), bytes: new Uint8Array(0) };
}

function* ranges(source: InputSource, unitSize: UnitSize): Iterable<Unit> {
  const { size } = source;
  let start = 0;
  do {
    const end = Math.min(size, start + unitSize.unitBytes);
    yield { kind: "range", source: plain(source), start, end, size };
    start = end;
  } while (start < size);
}

/** The first bytes of a file; none if it can't be read, which is reported when it is checked. */
function readSample(source: InputSource, length: number): Uint8Array {
  try {
    const file = openSync(source.path as string, "r");
    try {
      const bytes = new Uint8Array(Math.min(length, source.size));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return new Uint8Array(0);
  }
}

function plain({ name, path }: InputSource): DocumentSource {
  return { name, path };
}

/** A batch of small files that are checked together. */
class Batch {
  #sources: DocumentSource[] = [];
  #bytes = 0;

  constructor(readonly unitSize: UnitSize) {}

  get size(): number {
    return this.#sources.length;
  }

  /** Adds a file and returns whether the batch is full. */
  add(source: InputSource): boolean {
    this.#sources.push(plain(source));
    this.#bytes += source.size;
    return this.#sources.length >= filesInUnit || this.#bytes >= this.unitSize.unitBytes;
  }

  take(): Unit {
    const unit: Unit = { kind: "files", sources: this.#sources, size: this.#bytes };
    this.#sources = [];
    this.#bytes = 0;
    return unit;
  }
}
