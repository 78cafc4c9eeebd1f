import { isStreamed } from "../../../reader/documents/openapi/streamed-media.js";
import { type Encodings, formRecord, multipart, multipartRecord } from "./form-record.js";
import { jsonValue } from "./json-value.js";
import { contentKind, parameterOf } from "./media-type.js";
import { itemsOf } from "./read-items.js";
import { allows, type Shape } from "./shape.js";
import type { Texts } from "./texts.js";
import { UnreadableBody } from "./unreadable-body.js";

/** A body to read. */
export interface ReadableBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The `Content-Type` as sent. */
  readonly type: string;
  readonly encodings: Encodings;
}

/**
 * The content of a body as its media type writes it; `undefined` if nothing is known about the media type. Rejects with
 * `UnreadableBody`.
 */
export async function readBody(
  body: ReadableBody,
): Promise<((shape: Shape) => Texts | undefined) | undefined> {
  const { bytes, type, encodings } = body;
  switch (contentKind(type)) {
    case "json": {
      const value = parsedJson(utf8(bytes));
      return () => ({ kind: "value", value });
    }
    case "form": {
      const text = utf8(bytes);
      return (shape) => formRecord(text, encodings, shape);
    }
    case "multipart": {
      const fields = await multipart(bytes, type);
      return (shape) => multipartRecord(fields, encodings, shape);
    }
    case "text": {
      const charset = parameterOf(type, "charset") ?? "utf-8";
      if (!/^(?:utf-?8|us-ascii)$/.test(charset)) return undefined;
      const text = utf8(bytes);
      return () => ({ kind: "text", text });
    }
    case "other": {
      if (!isStreamed(type)) return undefined;
      const read = await itemsOf(bytes, type);
      return (shape) => {
        // Otherwise the contract describes the bytes, or one of the lines.
        if (!allows(shape, "array")) return undefined;
        if ("problem" in read) throw new UnreadableBody("json-syntax", read.problem);
        return { kind: "value", value: read.items };
      };
    }
  }
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableBody("invalid-utf8", "the body isn't valid UTF-8");
  }
}

/** A value of JSON text. Throws `UnreadableBody`. */
function parsedJson(text: string): unknown {
  try {
    return jsonValue(text);
  } catch (error) {
    const [reason = ""] = (error as Error).message.split("\n");
    throw new UnreadableBody("json-syntax", `the body isn't valid JSON: ${reason.slice(0, 200)}`);
  }
}
