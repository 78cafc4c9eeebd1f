/** The headers of a request by name in lower case; repeated ones are joined. */
export function requestHeaders({
  headers,
}: {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}): Readonly<Record<string, string>> {
  const result = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) result[name] = typeof value === "string" ? value : value.join(", ");
  }
  return result;
}

/** A media type without parameters, in lower case: `text/plain` for `Text/Plain; charset=utf-8`. */
export function essence(type: string): string {
  return (type.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** The value of a parameter of a media type, in lower case. */
export function mediaParameter(type: string, name: string): string | undefined {
  for (const part of type.split(";").slice(1)) {
    const [key = "", value = ""] = part.split("=", 2);
    if (key.trim().toLowerCase() === name)
      return value
        .trim()
        .replace(/^"(.*)"$/, "$1")
        .toLowerCase();
  }
  return undefined;
}

/** How the content of a media type is read. */
export function contentKind(type: string): "json" | "form" | "multipart" | "text" | "other" {
  const plain = essence(type);
  if (/[/+]json$/.test(plain)) return "json";
  if (plain === "application/x-www-form-urlencoded") return "form";
  if (plain === "multipart/form-data") return "multipart";
  if (plain.startsWith("text/") && plain !== "text/event-stream") return "text";
  return "other";
}

/** Whether a media type is one of XML documents. */
export function isXml(type: string): boolean {
  return /[/+]xml$/.test(essence(type));
}

/** How well a media type fits a range: 3 if equal, 2 for `text/*`, 1 for all, 0 if it doesn't. */
function mediaFit(range: string, type: string): number {
  if (range === type) return 3;
  const [wanted, given] = [essence(range), essence(type)];
  if (wanted === given) return 3;
  if (wanted === "*/*" || wanted === "*") return 1;
  const suffix = /^([^/]+)\/\*(\+[^/]+)?$/.exec(wanted);
  if (suffix === null || !given.startsWith(`${suffix[1]}/`)) return 0;
  if (given.endsWith(suffix[2] ?? "")) return 2;
  return 0;
}

/** The entry of a `content` map for a media type: the most specific one. */
export function mediaFor<T>(
  content: readonly (readonly [type: string, value: T])[],
  type: string,
): readonly [type: string, value: T] | undefined {
  let best: { readonly entry: readonly [string, T]; readonly score: number } | undefined;
  for (const entry of content) {
    const score = mediaFit(entry[0], type);
    if (score > (best?.score ?? 0)) best = { entry, score };
  }
  return best?.entry;
}

interface Range {
  readonly range: string;
  readonly quality: number;
}

/** Most ranges of an `Accept` header that count. */
const mostRanges = 100;

function parseRanges(header: string): readonly Range[] {
  return header
    .split(",", mostRanges)
    .map((part) => {
      const [range = "", ...parameters] = part.split(";");
      const weight = parameters.map((each) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(each)?.[1]).find(Boolean);
      return { range: range.trim(), quality: Math.min(1, Number(weight ?? 1)) || 0 };
    })
    .filter(({ range }) => range !== "");
}

/**
 * The media types that an `Accept` header allows, the best first: by quality, then JSON, then in the given order. Without
 * a header, all of them.
 */
export function acceptable(types: readonly string[], header: string | undefined): readonly string[] {
  const ranges = parseRanges(header ?? "*/*");
  const rated = types.map((type, at) => ({ type, at, quality: typeQuality(type, ranges) }));
  const isJson = (type: string): number => (contentKind(type) === "json" ? 1 : 0);
  return rated
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || isJson(b.type) - isJson(a.type) || a.at - b.at)
    .map(({ type }) => type);
}

/** The quality of the most specific range that fits; a declared range such as `image/*` is any type in it. */
function typeQuality(type: string, ranges: readonly Range[]): number {
  let best = { score: 0, quality: 0 };
  for (const { range, quality } of ranges) {
    const score = Math.max(mediaFit(range, type), type.includes("*") ? mediaFit(type, range) : 0);
    if (score > best.score) best = { score, quality };
  }
  return best.quality;
}

/** What a client asks for by the header `Prefer` (RFC 7240). */
export interface Preferences {
  /** Status code. */
  readonly code?: number;
  /** Name of an example. */
  readonly example?: string;
  /** Values that differ from request to request, without the contract's examples. */
  readonly dynamic?: boolean;
}

/** The preferences, or why they can't be understood: a sentence without a full stop. */
type ReadPreferences =
  | { readonly kind: "preferences"; readonly preferences: Preferences }
  | { readonly kind: "invalid"; readonly message: string };

/** Reads a `Prefer` header. Preferences that the mock server doesn't know are ignored, as the RFC says. */
export function readPreferences(header = ""): ReadPreferences {
  const found = new Map<string, string>();
  for (const member of splitMembers(header)) {
    // Parameters of a preference follow a semicolon; none has a meaning here.
    const [name = "", ...value] = (member.split(";", 1)[0] ?? "").split("=");
    const key = name.trim().toLowerCase();
    // The first one counts.
    if (key !== "" && !found.has(key)) found.set(key, unquoted(value.join("=").trim()));
  }
  const code = found.get("code");
  if (code !== undefined && !/^[2-5]\d\d$/.test(code))
    return { kind: "invalid", message: "`code` in `Prefer` must be a status code from 200 to 599" };
  const dynamic = found.get("dynamic");
  if (dynamic !== undefined && !["", "true", "false"].includes(dynamic))
    return { kind: "invalid", message: "`dynamic` in `Prefer` must be `true` or `false`" };
  const example = found.get("example");
  return {
    kind: "preferences",
    preferences: {
      ...(code !== undefined && { code: Number(code) }),
      ...(example !== undefined && example !== "" && { example }),
      ...(dynamic !== undefined && { dynamic: dynamic !== "false" }),
    },
  };
}

/** The members of a list, split at commas outside of quotes. */
function splitMembers(header: string): readonly string[] {
  const members: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < header.length; at++) {
    const character = header[at];
    if (isQuoted && character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === "," && !isQuoted) {
      members.push(header.slice(start, at));
      start = at + 1;
    }
  }
  return [...members, header.slice(start)];
}

function unquoted(text: string): string {
  if (/^".*"$/.test(text)) return text.slice(1, -1).replaceAll(/\\(.)/g, "$1");
  return text;
}
