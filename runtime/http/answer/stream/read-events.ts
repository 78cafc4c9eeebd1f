import { itemTooLarge, type PieceOptions, readPieces } from "./read-pieces.js";

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** One event of a `text/event-stream`, as OpenAPI 3.2 describes it by `itemSchema`. */
export interface StreamEvent {
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
export async function* readEvents(
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
