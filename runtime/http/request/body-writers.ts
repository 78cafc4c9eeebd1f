import {
  mediaCovers,
  mediaEssence,
  mediaKind,
  type StreamLayout,
  streamedMedia,
} from "../operation/media-type.js";
import type { BodyDescriptor, BodyWriter, RequestWriters } from "../operation/operation-descriptor.js";
import { writeMultipart, writeUrlEncoded } from "./form-body.js";
import { isRecord, jsonText, plainText, UnwritableValue } from "./parameter-value.js";
import { writeCookie, writeStyledHeader, writeStyledPath, writeStyledQuery } from "./styled-parameters.js";

/** A body ready for `fetch`; `contentType` is absent if `fetch` must add it (a multipart boundary). */
interface WrittenBody {
  readonly body: BodyInit;
  readonly contentType?: string;
}

/**
 * A body of any media type: JSON, URL-encoded form, multipart form, text, or bytes as they are, including a
 * stream.
 */
export const writeAnyBody: BodyWriter = (draft, { operation, body, contentType }) => {
  const { method, body: descriptor = { contentTypes: [] } } = operation;
  if (/^(?:GET|HEAD)$/.test(method))
    throw new UnwritableValue(`can't be sent: fetch allows no body in a ${method} request`);
  const type = contentType === undefined ? usualType(descriptor, body) : offeredType(descriptor, contentType);
  const written = writeAs(type, body, descriptor);
  draft.body = written.body;
  if (written.contentType !== undefined) draft.headers.set("content-type", written.contentType);
};

function usualType({ contentTypes: [first = "*/*"] }: BodyDescriptor, body: unknown): string {
  if (!first.includes("*")) return first;
  if (body instanceof Blob && body.type !== "") return body.type;
  return "application/octet-stream";
}

function offeredType({ contentTypes }: BodyDescriptor, contentType: unknown): string {
  if (typeof contentType === "string" && contentTypes.some((type) => mediaCovers(type, contentType)))
    return contentType;
  throw new UnwritableValue(`must have the \`contentType\` ${contentTypes.join(" or ")}`);
}

function writeAs(contentType: string, body: unknown, { encoding = {} }: BodyDescriptor): WrittenBody {
  const essence = mediaEssence(contentType);
  const [, encodings = {}] = Object.entries(encoding).find(([type]) => mediaEssence(type) === essence) ?? [];
  if (mediaKind(contentType) === "json") return { body: jsonText(body), contentType };
  if (essence === "application/x-www-form-urlencoded") {
    if (body instanceof URLSearchParams) return { body: body.toString(), contentType };
    if (isRecord(body)) return { body: writeUrlEncoded(body, encodings), contentType };
  }
  if (essence === "multipart/form-data") {
    if (body instanceof FormData) return { body };
    if (isRecord(body)) return writeMultipart(body, encodings);
  }
  if (typeof body === "string" || (mediaKind(contentType) === "binary" && isBinary(body)))
    return { body, contentType };
  throw new UnwritableValue(`can't be written as ${essence}`);
}

function isBinary(body: unknown): body is Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | ReadableStream {
  return (
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof ReadableStream
  );
}

/** The body of an operation that takes one JSON media type. */
export const writeJsonBody: BodyWriter = (draft, { operation, body, contentType }) => {
  draft.body = jsonText(body);
  draft.headers.set("content-type", `${contentType ?? operation.body?.contentTypes[0]}`);
};

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

/** Writers for everything that a descriptor can express: for descriptors that aren't generated. */
export const allWriters: RequestWriters = {
  path: writeStyledPath,
  query: writeStyledQuery,
  header: writeStyledHeader,
  cookie: writeCookie,
  body: writeStreamBody,
};
