import type { IncomingMessage } from "node:http";

/** More than any form of the issuer's pages; guessed. */
const maxBytes = 16 * 1024;

/** The fields of a posted form, or `undefined` if it is too large or no form. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(request.headers["content-type"] ?? ""))
    return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}

/** Whether a browser says that a request comes from a page of another origin. */
export function isForeign({ headers }: IncomingMessage, issuer: string): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  if (origin !== undefined && origin !== new URL(issuer).origin) return true;
  return site !== undefined && site !== "same-origin" && site !== "none";
}
