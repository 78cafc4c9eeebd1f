/**
 * The bytes of a body after content decoding, or `undefined` if there are more than `maxBytes`: then the rest isn't
 * read, and the connection is freed. A larger `Content-Length` ends it before the first byte. Rejects as the body does.
 */
export async function readLimited(
  response: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { body, headers } = response;
  if (!body) return new Uint8Array();
  if (Number(headers.get("content-length")) > maxBytes) return giveUp(body);
  const reader = body.getReader();
  // One growing buffer: a list of pieces would cost hundreds of bytes for each piece, and a piece may be one byte.
  let bytes = new Uint8Array(4096);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, length);
    const end = length + value.length;
    if (end > maxBytes) return giveUp(reader);
    if (end > bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * bytes.length));
      larger.set(bytes);
      bytes = larger;
    }
    bytes.set(value, length);
    length = end;
  }
}

function giveUp(body: { cancel(): Promise<void> }): undefined {
  // Not awaited: a body of another `fetch` may never say that it has ended.
  body.cancel().catch(() => {});
}
