/** A request's target, read once: what is checked is what is forwarded, byte for byte. */
export interface RequestTarget {
  /**
   * In the normal form of RFC 3986, section 6.2.2: without dot segments, unreserved characters as they are, all others percent-encoded in
   * capitals. Encoded slashes stay encoded.
   */
  readonly path: string;
  /** Without the question mark; what no URL may have is percent-encoded. */
  readonly query: string;
}

/**
 * Reads the target of a request, of either form of RFC 9112, section 3.2, that names a path: a whole URL counts as its path. A fragment, which none
 * should have, is left out. `undefined` if it names no path, or one that leads up once its slashes are decoded, which servers behind a proxy
 * read differently.
 */
export function readTarget(target: string): RequestTarget | undefined {
  const local = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*/i, "");
  const hash = local.indexOf("#");
  const whole = hash === -1 ? local : local.slice(0, hash);
  const at = whole.indexOf("?");
  const path = normalPath(at === -1 ? whole : whole.slice(0, at));
  if (path === undefined || leadsUp(path)) return undefined;
  return { path, query: at === -1 ? "" : encoded(whole.slice(at + 1), inQuery, sentBytes) };
}

/** The path template of a contract in the normal form of request paths: names in braces stay as they are. */
export function normalTemplate(template: string): string {
  return template
    .split(/(\{[^{}]*\})/)
    .map((part) => (/^\{.*\}$/s.test(part) ? part : normalLiteral(part)))
    .join("");
}

/** A percent sign of a template that begins no escape is a percent sign. */
function normalLiteral(text: string): string {
  return decodedUnreserved(encoded(text.replace(/%(?![0-9A-Fa-f]{2})/g, "%25"), inPath, utf8Bytes));
}

function normalPath(path: string): string | undefined {
  if (path !== "" && !path.startsWith("/")) return undefined;
  return withoutDotSegments(decodedUnreserved(encoded(path, inPath, sentBytes)));
}

const inPath = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/]*$/;
/** Without the apostrophe, which URLs of the web encode in a query. */
const inQuery = /^[A-Za-z0-9\-._~!$&()*+,;=:@/?]*$/;

/**
 * Percent-encodes what isn't allowed, and writes escapes in capitals. A percent sign that begins no escape stays, and is a finding where it
 * is decoded.
 */
function encoded(text: string, allowed: RegExp, toBytes: (character: string) => Iterable<number>): string {
  if (allowed.test(text)) return text;
  let result = "";
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (allowed.test(character)) result += character;
    else if (character === "%") {
      const octet = /^%[0-9A-Fa-f]{2}/.exec(text.slice(at, at + 3))?.[0] ?? "%";
      result += octet.toUpperCase();
      at += octet.length - 1;
    } else {
      const whole = String.fromCodePoint(text.codePointAt(at) ?? 0);
      at += whole.length - 1;
      for (const byte of toBytes(whole)) result += percent(byte);
    }
  }
  return result;
}

function utf8Bytes(character: string): Iterable<number> {
  return Buffer.from(character);
}

/** Node passes each byte of a target as a character up to U+00FF. */
function sentBytes(character: string): Iterable<number> {
  if (character <= "\u00ff") return [character.charCodeAt(0)];
  return utf8Bytes(character);
}

function percent(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

/** Of normal escapes, those of letters, digits and `-._~` are decoded. */
function decodedUnreserved(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/%(?:2D|2E|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/g, (octet) =>
    String.fromCharCode(Number.parseInt(octet.slice(1), 16)),
  );
}

/** RFC 3986, section 5.2.4. */
function withoutDotSegments(path: string): string {
  if (path !== "" && !path.includes("/.")) return path;
  const segments: string[] = [];
  const given = path.split("/").slice(1);
  for (const [index, segment] of given.entries()) {
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(segment);
    const isLast = index === given.length - 1;
    if (isLast && (segment === "." || segment === "..")) segments.push("");
  }
  return `/${segments.join("/")}`;
}

/** Whether a server that decodes slashes and backslashes before it splits a path would find dot segments. */
function leadsUp(path: string): boolean {
  return /(?:\/|%2F|%5C)\.\.?(?:\/|%2F|%5C|$)/.test(path);
}
