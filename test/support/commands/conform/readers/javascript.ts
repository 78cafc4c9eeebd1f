import { runInNewContext } from "node:vm";
import type { Readings } from "./readings.js";

type Reader = (text: string) => unknown;

/** HTML's named references apart, what a decoder of character references does. */
const unescaped: Reader = (text) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

const readers: Readonly<Record<string, Reader>> = {
  Number: (text) => Number(text),
  parseInt: (text) => Number.parseInt(text, 10),
  parseFloat: (text) => Number.parseFloat(text),
  BigInt: (text) => BigInt(text),
  literal: (text) => runInNewContext(`(${text})`, {}, { timeout: 1000 }),
  "digits alone": (text) => text.replace(/\D/g, ""),
  "letters and digits alone": (text) => text.replace(/[^\w-]/g, ""),
  "without separators": (text) => text.replace(/[\s_,.']/g, ""),
  "decimal comma": (text) => Number(text.replace(",", ".")),
  "first of a list": (text) => text.split(",")[0]?.trim(),
  "last of a list": (text) => text.split(",").at(-1)?.trim(),
  "without parameters": (text) => text.split(";")[0]?.trim(),
  "first word": (text) => text.split(" ")[0],
  "without comments": (text) => text.replace(/ \([^)]*\)/g, ""),
  date: (text) => Date.parse(text),
  // As Ruby's Time.parse and PHP's strtotime do it.
  "date with a named zone": (text) => Date.parse(text.replace(/ UTC$/, "Z")),
  "beginning of a date": (text) => Date.parse(text.slice(0, "2026-01-31T12:00:00.000Z".length)),
  trim: (text) => text.trim(),
  lower: (text) => text.toLowerCase(),
  NFKC: (text) => text.normalize("NFKC"),
  "without marks": (text) => text.normalize("NFKD").replace(/\p{M}/gu, ""),
  "without format characters": (text) => text.replace(/\p{Cf}/gu, ""),
  decodeURIComponent: (text) => decodeURIComponent(text),
  "decoded and trimmed": (text) => decodeURIComponent(text).replace(/\0/g, "").trim(),
  "form field, trimmed": (text) => new URLSearchParams(`a=${text}`).get("a")?.trim(),
  URLSearchParams: (text) => new URLSearchParams(`a=${text}`).get("a"),
  "extended value": (text) => decodeURIComponent(text.replace(/^utf-8''/i, "")),
  unescaped,
  json: (text) => JSON.parse(text),
  "quoted string": (text) => text.replace(/^"(.*)"$/, "$1").replace(/\\(.)/g, "$1"),
  "encoded word": (text) =>
    text.replace(/^=\?utf-8\?B\?(.*)\?=$/, (_, word: string) => Buffer.from(word, "base64").toString()),
  base64: (text) => Buffer.from(text, "base64").toString(),
  hex: (text) => Buffer.from(text, "hex").toString(),
  "low bytes": (text) => Buffer.from(text, "latin1").toString("latin1"),
};

/** What functions of JavaScript, and short expressions of it, read from a text; one that refuses it is absent. */
export function readInJavaScript(text: string): Readings {
  return Object.fromEntries(
    Object.entries(readers).flatMap(([name, read]) => {
      const value = tried(read, text);
      return value === undefined || value === null || Number.isNaN(value) ? [] : [[name, String(value)]];
    }),
  );
}

function tried(read: Reader, text: string): unknown {
  try {
    return read(text);
  } catch {
    return undefined;
  }
}
