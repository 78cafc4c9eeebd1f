import { mediaCovers, mediaEssence, mediaKind } from "../operation/media-type.js";
import type { BodyWriter } from "../operation/operation-descriptor.js";
import type { BodyDescriptor } from "../operation/parameter-descriptor.js";
import { writeMultipart, writeUrlEncoded } from "./form-body.js";
import { isRecord } from "./parameter-value.js";
import { jsonText, UnwritableValue } from "./plain-text.js";

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
  return body instanceof Blob && body.type !== "" ? body.type : "application/octet-stream";
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
    if (isRecord(body)) return { body: writeMultipart(body, encodings) };
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
