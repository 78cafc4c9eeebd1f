/** Header lines as they were sent: each name, then its value, as Node's `rawHeaders`. */
export type HeaderLines = readonly string[];

/** Header lines as pairs. */
export function headerPairs(lines: HeaderLines): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < lines.length; at += 2) pairs.push([lines[at] ?? "", lines[at + 1] ?? ""]);
  return pairs;
}

/** The value of a header, by its name in lower case; that of repeated lines is joined. */
export function headerIn(lines: HeaderLines, name: string): string | undefined {
  const values = headerPairs(lines).filter(([each]) => each.toLowerCase() === name);
  if (values.length === 0) return undefined;
  return values.map(([, value]) => value).join(", ");
}

/** Headers of one connection (RFC 9110, section 7.6.1). `TE` and `Transfer-Encoding` have rules of their own. */
const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "upgrade",
]);

/** The lines that go on: in order and in their case, without those of one connection and those that `Connection` names. */
function endToEnd(lines: HeaderLines): [string, string][] {
  const named = new Set(
    (headerIn(lines, "connection") ?? "").split(",").map((name) => name.trim().toLowerCase()),
  );
  return headerPairs(lines).filter(([name, value]) => {
    const key = name.toLowerCase();
    // Trailers come only to those who say that they read them.
    if (key === "te") return /(?:^|[,\s])trailers(?:$|[,;\s])/i.test(value);
    // What is written on is in chunks again, whatever else it is.
    if (key === "transfer-encoding") return value.trim().toLowerCase() !== "chunked";
    return !hopByHop.has(key) && !named.has(key);
  });
}

/** How a request goes on. */
interface RequestLines {
  /** For `Host`. */
  readonly host: string;
  readonly method: string;
  /** The protocol that the client asks for. */
  readonly upgrade: string | undefined;
  /** Whether `Expect` goes on, too. */
  readonly expects: boolean;
}

/** Node writes no framing for requests with these methods unless there is one. */
const bodiless = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "CONNECT"]);

/** The lines of a request to the real server. */
export function requestLines(lines: HeaderLines, how: RequestLines): string[] {
  const kept = endToEnd(lines).filter(([name]) => how.expects || name.toLowerCase() !== "expect");
  const result = kept.map(([name, value]) =>
    name.toLowerCase() === "host" ? [name, how.host] : [name, value],
  );
  if (headerIn(lines, "host") === undefined) result.unshift(["Host", how.host]);
  const has = (name: string): boolean => headerIn(lines, name) !== undefined;
  if (has("transfer-encoding") && headerIn(result.flat(), "transfer-encoding") === undefined)
    result.push(["Transfer-Encoding", "chunked"]);
  else if (!has("content-length") && !has("transfer-encoding") && !bodiless.has(how.method))
    result.push(["Content-Length", "0"]);
  const options = [
    ...(headerIn(result.flat(), "te") === undefined ? [] : ["TE"]),
    ...(how.upgrade === undefined ? [] : ["Upgrade"]),
  ];
  if (how.upgrade !== undefined) result.push(["Upgrade", how.upgrade]);
  if (options.length > 0) result.push(["Connection", [...options, ...keepsAlive(how)].join(", ")]);
  return result.flat();
}

function keepsAlive({ upgrade }: RequestLines): readonly string[] {
  return upgrade === undefined ? ["keep-alive"] : [];
}

/** The lines of an answer to the client. A message that isn't in chunks has no trailers to announce. */
export function answerLines(lines: HeaderLines, { isChunked }: { readonly isChunked: boolean }): string[] {
  return endToEnd(lines)
    .filter(([name]) => isChunked || name.toLowerCase() !== "trailer")
    .flat();
}
