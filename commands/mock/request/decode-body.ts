import type { Duplex } from "node:stream";
import { promisify } from "node:util";
import * as zlib from "node:zlib";

/** What is behind the `Content-Encoding` of a body. */
export type DecodedBody =
  | { readonly kind: "decoded"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "too-large" }
  | UndecodableBody;

/** Why a body can't be decoded. `coding` is as sent, and short. */
type UndecodableBody = { readonly kind: "unknown" | "broken"; readonly coding: string };

interface Coding {
  readonly whole: (bytes: Uint8Array, most: number) => Promise<Uint8Array>;
  readonly stream: () => Duplex;
}

/** Node.js has it from 22.15 on. */
const { createZstdDecompress, zstdDecompress } = zlib as {
  readonly createZstdDecompress?: () => Duplex;
  readonly zstdDecompress?: typeof zlib.gunzip;
};

const gzip: Coding = { whole: limited(zlib.gunzip), stream: () => zlib.createGunzip() };

const codings: ReadonlyMap<string, Coding> = new Map([
  ["gzip", gzip],
  ["x-gzip", gzip],
  ["br", { whole: limited(zlib.brotliDecompress), stream: () => zlib.createBrotliDecompress() }],
  ["deflate", { whole: inflated, stream: () => zlib.createInflate() }],
  ...(zstdDecompress === undefined || createZstdDecompress === undefined
    ? []
    : [["zstd", { whole: limited(zstdDecompress), stream: createZstdDecompress }] as const]),
]);

/** More codings than this are unknown. */
const mostCodings = 4;

/** The names in a `Content-Encoding`, the last one applied first; those that change nothing are left out. */
export function contentCodings(header: string | undefined): readonly string[] {
  if (header === undefined) return [];
  return header
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity")
    .reverse();
}

/** Whether a coding can be decoded. */
export function isKnownCoding(name: string): boolean {
  return codings.has(name);
}

function unknownCoding(names: readonly string[]): UndecodableBody | undefined {
  const unknown = names.find((name) => !codings.has(name));
  if (unknown !== undefined) return { kind: "unknown", coding: unknown.slice(0, 60) };
  if (names.length > mostCodings) return { kind: "unknown", coding: names.join(", ").slice(0, 60) };
  return undefined;
}

/** Decodes a whole body of at most `most` decoded bytes. Never rejects. */
export function decodeBody(
  bytes: Uint8Array<ArrayBuffer>,
  header: string | undefined,
  most: number,
): Promise<DecodedBody> | DecodedBody {
  const names = contentCodings(header);
  if (names.length === 0) return { kind: "decoded", bytes };
  return unknownCoding(names) ?? decodedBy(names, bytes, most);
}

async function decodedBy(
  names: readonly string[],
  bytes: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<DecodedBody> {
  let current: Uint8Array = bytes;
  for (const name of names) {
    try {
      current = (await codings.get(name)?.whole(current, most)) ?? current;
    } catch (error) {
      const isLarge = (error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE";
      return isLarge ? { kind: "too-large" } : { kind: "broken", coding: name };
    }
  }
  return { kind: "decoded", bytes: new Uint8Array(current) };
}

/** Streams to write a body to, one after the other, and read it decoded; or why there is none. */
export function bodyDecoder(header: string | undefined): readonly Duplex[] | UndecodableBody {
  const names = contentCodings(header);
  return unknownCoding(names) ?? names.flatMap((name) => codings.get(name)?.stream() ?? []);
}

function limited(decompress: typeof zlib.gunzip): Coding["whole"] {
  const run = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(decompress);
  return (bytes, most) => run(bytes, { maxOutputLength: most });
}

/** Some servers leave the frame of `deflate` out. */
async function inflated(bytes: Uint8Array, most: number): Promise<Uint8Array> {
  try {
    return await limited(zlib.inflate)(bytes, most);
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") throw error;
    return limited(zlib.inflateRaw)(bytes, most);
  }
}
