import { type Deadline, networkError } from "../attempt/deadline.js";
import { AnswerTooLargeError, ContentTypeError, MalformedBodyError } from "../errors.js";
import { mediaEssence, streamedMedia } from "../operation/media-type.js";
import type { ItemsReader } from "../operation/operation-descriptor.js";
import { discard } from "./read-body.js";

/** Reads the items of any streamed media type (`StreamedMedia`): events, lines of JSON, or a JSON text sequence. */
export const readItems: ItemsReader = async function* (response, { deadline, maxBytes, parse }) {
  const contentType = mediaEssence(response.headers.get("content-type"));
  const layout = streamedMedia(contentType);
  if (layout === undefined) {
    await discard(response);
    deadline.close();
    const { status } = response;
    throw new ContentTypeError(
      deadline.operation,
      `status ${status} has content type ${contentType}, whose items are unknown`,
      { status, contentType, expected: ["text/event-stream", "application/jsonl", "application/json-seq"] },
    );
  }
  const options = { deadline, maxBytes };
  if (layout === "events") yield* readEvents(response, options);
  else yield* readJsonItems(response, { ...options, layout, parse });
};

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** One event of a `text/event-stream`, as OpenAPI 3.2 describes it by `itemSchema`. */
interface StreamEvent {
  data: string;
  event?: string;
  id?: string;
  /** Milliseconds. */
  retry?: number;
}

/**
 * The events of a `text/event-stream` (the HTML standard, "Server-sent events"). A block without data isn't an event, but its
 * `retry` belongs to the next one. An event that the body doesn't end with a blank line is dropped.
 */
async function* readEvents(
  response: Response,
  options: Omit<PieceOptions, "separators">,
): AsyncGenerator<StreamEvent, void, undefined> {
  const separators = [lineFeed, carriageReturn];
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let data: string[] = [];
  let others: Omit<StreamEvent, "data"> = {};
  // A block may have any number of lines, so what is left for it shrinks with each.
  let left = options.maxBytes;
  let [isFirst, afterReturn] = [true, false];
  for await (const { bytes, separator } of readPieces(response, { ...options, separators })) {
    const isPair = afterReturn && separator === lineFeed && bytes.length === 0;
    afterReturn = separator === carriageReturn;
    if (isPair) continue;
    const line = decoder.decode(bytes).replace(isFirst ? /^\ufeff/ : /^$/, "");
    isFirst = false;
    // What follows the last line end isn't a line.
    if (separator === undefined) return;
    if (line === "") {
      const { retry } = others;
      const isEvent = data.length > 0;
      if (isEvent) yield { data: data.join("\n"), ...others };
      data = [];
      others = isEvent || retry === undefined ? {} : { retry };
      left = options.maxBytes;
      continue;
    }
    left -= bytes.length + 1;
    if (left < 0) throw itemTooLarge(response, options);
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") data.push(value);
    else if (name === "event" && value !== "") others.event = value;
    else if (name === "event") delete others.event;
    else if (name === "id" && !value.includes("\0")) others.id = value;
    else if (name === "retry" && /^\d+$/.test(value)) others.retry = Number(value);
  }
}

/** How texts of JSON follow each other. */
interface JsonItemsOptions extends Omit<PieceOptions, "separators"> {
  /** `lines`: each ends with a line feed (JSON Lines). `sequence`: each begins with a record separator (RFC 7464). */
  readonly layout: "lines" | "sequence";
  /** Reads the text of an item, and throws if it isn't JSON. Default: `JSON.parse`. */
  readonly parse?: ((text: string) => unknown) | undefined;
}

/** The values of a body with one JSON text after the other; blank ones are left out. Throws `MalformedBodyError` for any other text. */
async function* readJsonItems(
  response: Response,
  { layout, parse = JSON.parse, ...options }: JsonItemsOptions,
): AsyncGenerator<unknown, void, undefined> {
  const separators = [layout === "lines" ? 0x0a : 0x1e];
  let number = 0;
  for await (const { bytes } of readPieces(response, { ...options, separators })) {
    // Removes a byte order mark.
    const text = new TextDecoder().decode(bytes);
    if (text.trim() === "") continue;
    number += 1;
    let value: unknown;
    try {
      // A number or a name without an end may have been cut off (RFC 7464, section 2.4).
      if (layout === "sequence" && /[^\s"\]}]$/.test(text)) throw new SyntaxError();
      value = parse(text);
    } catch {
      // The parser's error quotes the body, which may hold a token.
      throw new MalformedBodyError(
        options.deadline.operation,
        `item ${number} of the body of status ${response.status} isn't JSON`,
        { status: response.status },
      );
    }
    yield value;
  }
}

/** How a body is cut into pieces. */
interface PieceOptions {
  /** The bytes that separate pieces; none of them belongs to a piece. */
  readonly separators: readonly number[];
  /** Of the call. Its signal ends the reading, its clock doesn't. */
  readonly deadline: Deadline;
  /** Of one piece. */
  readonly maxBytes: number;
}

/** The part of a body up to a separator, or up to its end. */
interface Piece {
  readonly bytes: Uint8Array;
  /** The byte after it; `undefined` at the end of the body. */
  readonly separator: number | undefined;
}

/**
 * The pieces of a body as they arrive, the last one even if it is empty. The connection is freed, and the deadline closed, when the
 * caller stops. Throws `AnswerTooLargeError`, `NetworkError`, and the reason of the deadline's signal.
 */
async function* readPieces(
  response: Response,
  { separators, deadline, maxBytes }: PieceOptions,
): AsyncGenerator<Piece, void, undefined> {
  const { signal, operation } = deadline;
  const reader = (response.body ?? new Blob().stream()).getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  const limited = (length: number): void => {
    if (length > maxBytes) throw itemTooLarge(response, { deadline, maxBytes });
  };
  const isSeparator = new Set(separators);
  let pending = new PendingBytes();
  // Ends the pending read. A race with a promise that outlives it would keep something for each chunk.
  signal.addEventListener("abort", cancel);
  try {
    for (;;) {
      signal.throwIfAborted();
      const chunk = await reader.read().catch((failure: unknown) => {
        signal.throwIfAborted();
        throw networkError("the response body ended early", operation, failure);
      });
      signal.throwIfAborted();
      if (chunk.done) {
        yield { bytes: pending.bytes(), separator: undefined };
        return;
      }
      const { value } = chunk;
      let start = 0;
      for (let at = 0; at < value.length; at++) {
        const separator = value[at];
        if (separator === undefined || !isSeparator.has(separator)) continue;
        limited(pending.length + at - start);
        pending.append(value.subarray(start, at));
        start = at + 1;
        yield { bytes: pending.bytes(), separator };
        pending = new PendingBytes();
      }
      limited(pending.length + value.length - start);
      pending.append(value.subarray(start));
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
    deadline.close();
  }
}

/** The error for an item beyond the limit. */
function itemTooLarge(
  { status }: Response,
  { deadline, maxBytes }: Omit<PieceOptions, "separators">,
): AnswerTooLargeError {
  return new AnswerTooLargeError(
    deadline.operation,
    `an item of the body of status ${status} has more than ${maxBytes} bytes`,
    { status, maxAnswerBytes: maxBytes },
  );
}

/** One growing buffer: a list of chunks would cost hundreds of bytes for each of them, and a chunk may be one byte. */
class PendingBytes {
  #buffer = new Uint8Array();
  length = 0;

  append(bytes: Uint8Array): void {
    const end = this.length + bytes.length;
    if (end > this.#buffer.length) {
      const old = this.#buffer;
      this.#buffer = new Uint8Array(this.length === 0 ? end : 2 * end);
      this.#buffer.set(old.subarray(0, this.length));
    }
    this.#buffer.set(bytes, this.length);
    this.length = end;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.length);
  }
}
