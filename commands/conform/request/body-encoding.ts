import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { TextEncodingName } from "../suite/body-spelling.js";
import type { ByteEdit } from "../suite/delivery.js";

type Compression = Extract<ByteEdit, { compress: string }>["compress"];

/** The bytes compressed. */
export function compressed(bytes: Uint8Array, how: Compression): Uint8Array {
  switch (how) {
    case "gzip":
      return gzipSync(bytes);
    case "deflate":
      return deflateSync(bytes);
    case "brotli":
      return brotliCompressSync(bytes);
  }
}

/** The bytes, which are text in UTF-8, in an encoding that a reader may undo. */
export function encoded(bytes: Uint8Array, how: TextEncodingName): Uint8Array {
  const own = Buffer.from(bytes);
  const text = own.toString("utf8");
  switch (how) {
    case "base64":
    case "base64url":
    case "hex":
      return Buffer.from(own.toString(how));
    case "percent":
      return Buffer.from(encodeURIComponent(text));
    case "form":
      return Buffer.from(new URLSearchParams([["payload", text]]).toString());
    case "utf-16le":
      return Buffer.from(`\ufeff${text}`, "utf16le");
    case "utf-16be":
      return Buffer.from(`\ufeff${text}`, "utf16le").swap16();
  }
}
