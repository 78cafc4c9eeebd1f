/**
 * The bytes of a body after content decoding, or `undefined` if there are more than `maxBytes`: then the rest isn't
 * read, and the connection is freed. A larger `Content-Length` ends it before the first byte. Rejects as the body does.
 */
export async function readLimited(
  { body, headers }: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = body?.getReader();
  // One growing buffer: a list of pieces would cost hundreds of bytes for each piece, and a piece may be one byte.
  let bytes = new Uint8Array();
  let length = 0;
  for (let end = Number(headers.get("content-length")); !(end > maxBytes); ) {
    const value = (await reader?.read())?.value;
    if (!value) return bytes.slice(0, length);
    end = length + value.length;
    if (end > bytes.length) {
      const old = bytes;
      bytes = new Uint8Array(2 * end);
      bytes.set(old);
    }
    bytes.set(value, length);
    length = end;
  }
  // Not awaited: a body of another `fetch` may never say that it has ended.
  reader?.cancel().catch(() => {});
  return undefined;
}
