import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Dictionary } from "./dictionary.js";

/** An event as it is stored: either as text, or packed, and then the text is empty or null. */
export interface StoredContent {
  readonly event_id: string;
  readonly correlation_id: string | null;
  readonly content: string | null;
  readonly packed: Uint8Array | null;
  /** The id of the dictionary that it is packed with. */
  readonly dictionary: number | null;
}

/** Ids that a content has, and its row in columns of their own, too. */
type Beside = Pick<StoredContent, "event_id" | "correlation_id">;

/** Only contents longer than this gain by a large window and a thorough search. */
const longContent = 4096;
/** Takes a fifth of the time that the usual options take, for a tenth more bytes. */
const fast = { level: 1, windowBits: 12, memLevel: 4, chunkSize: 1024 };
/** Room for the usual content; Node.js allocates 16 KiB otherwise. */
const unpackedChunk = 2048;

/**
 * Compresses a content (raw DEFLATE of RFC 1951). What it is compressed with is the text of the dictionary and the two identifiers of its
 * row, each on a line of its own. Returns undefined if that isn't smaller.
 */
export function packContent(
  content: string,
  beside: Beside,
  dictionary: Pick<Dictionary, "text">,
): Buffer | undefined {
  const bytes = Buffer.from(content);
  const options = { dictionary: preset(dictionary, beside) };
  const packed = deflateRawSync(bytes, bytes.length > longContent ? options : { ...options, ...fast });
  return packed.length < bytes.length ? packed : undefined;
}

/** The content again, to the byte. Throws if it can't be read. */
export function unpackContent(
  packed: Uint8Array,
  beside: Beside,
  dictionary: Pick<Dictionary, "text">,
): string {
  const options = { dictionary: preset(dictionary, beside), chunkSize: unpackedChunk };
  return inflateRawSync(packed, options).toString();
}

function preset({ text }: Pick<Dictionary, "text">, { event_id, correlation_id }: Beside): Buffer {
  return Buffer.from(`${text}\n${correlation_id ?? ""}\n${event_id}`);
}
