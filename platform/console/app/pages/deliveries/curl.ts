import type { Attempt } from "./delivery-types.js";

type Sent = NonNullable<Attempt["sent"]>;

/** Headers that curl makes itself. */
const own = new Set(["host", "content-length", "connection", "accept-encoding"]);

/** A command for a POSIX shell that sends a request again. Masked values stay masked. */
export function curlOf({ method, url, headers, body }: Sent): string {
  const lines = [
    `curl -i -X ${quoted(method)} ${quoted(url)}`,
    ...headers
      .filter(({ name }) => !own.has(name.toLowerCase()))
      .map(({ name, value }) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  --data-binary ${quoted(body)}`,
  ];
  return lines.join(" \\\n");
}

/** A word of a POSIX shell: nothing in single quotes is special but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
