import { mediaEssence, type StreamLayout, streamedMedia } from "../operation/media-type.js";
import type { BodyWriter } from "../operation/operation-descriptor.js";
import { writeAnyBody } from "./any-body.js";
import { jsonText, plainText, UnwritableValue } from "./plain-text.js";

/**
 * A body of any media type, as `writeAnyBody`; of a streamed one (`StreamedMedia`) also its items. A list is written whole, and can be sent
 * again; the items of any other iterable are written as they come.
 */
export const writeStreamBody: BodyWriter = (draft, content) => {
  const { operation, body, contentType = operation.body?.contentTypes[0] } = content;
  const layout = streamedMedia(mediaEssence(String(contentType)));
  const items = layout !== undefined && isItems(body) ? { body: itemsBody(body, layout) } : {};
  writeAnyBody(draft, { ...content, ...items });
};

type Items = Iterable<unknown> | AsyncIterable<unknown>;

function isItems(body: unknown): body is Items {
  if (typeof body !== "object" || body === null || ArrayBuffer.isView(body)) return false;
  return !(body instanceof ReadableStream) && (Symbol.iterator in body || Symbol.asyncIterator in body);
}

function itemsBody(items: Items, layout: StreamLayout): string | ReadableStream<Uint8Array> {
  if (Array.isArray(items)) return items.map((item) => streamItem(item, layout)).join("");
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) return controller.close();
      try {
        controller.enqueue(encoder.encode(streamItem(value, layout)));
      } catch (error) {
        await iterator.return?.();
        throw error;
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** One item of a stream as it is sent: an event, a line of JSON, or a text of a JSON text sequence. Throws for a value that isn't one. */
export function streamItem(item: unknown, layout: StreamLayout): string {
  if (layout === "lines") return `${jsonText(item)}\n`;
  if (layout === "sequence") return `\u001e${jsonText(item)}\n`;
  const { data, ...others } = { ...(item as object) } as Record<string, unknown>;
  if (typeof data !== "string") throw new UnwritableValue("has an event whose `data` isn't a string");
  const fields = ["event", "id", "retry"].flatMap((name) => {
    const value = others[name];
    if (value === undefined) return [];
    const text = plainText(value);
    if (/[\r\n\0]/.test(text)) throw new UnwritableValue(`has an event whose \`${name}\` has several lines`);
    return [`${name}: ${text}\n`];
  });
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${[...fields, ...lines].join("")}\n`;
}
