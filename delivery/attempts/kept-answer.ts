import type { SigningCredentials, TransportResult } from "../ports.js";

type Hidden = Pick<SigningCredentials, "signingSecret" | "verificationToken" | "encryptKey">;

/**
 * The beginning of an answer as text to keep: at most so many bytes of it; `null` if there is none. What isn't UTF-8 is replaced, a character that
 * is cut is left out, and NUL, which PostgreSQL refuses, is removed. Receivers may send back what they got, so the given credentials are
 * masked, also where the end of the text cuts one, and in the encodings in which programs show a body: escaped JSON, base64, hexadecimal and
 * percent-encoding.
 */
export function keptAnswer(result: TransportResult, maxBytes: number, hidden?: Hidden): string | null {
  if (result.kind === "failed" || result.body.length === 0) return null;
  const isCut = result.truncated || result.body.length > maxBytes;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const text = decoder.decode(result.body.subarray(0, maxBytes), { stream: isCut }).replaceAll("\0", "");
  const { signingSecret, verificationToken, encryptKey } = hidden ?? {};
  return [signingSecret, verificationToken, encryptKey]
    .filter((secret) => secret !== undefined)
    .flatMap((secret) => [...new Set([secret, ...secretEncodings(secret)])])
    .reduce((masked, secret) => withoutSecret(masked, secret, isCut), text);
}

function secretEncodings(secret: string): readonly string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\uFFFD"));
  const hex = Buffer.from(secret, "utf8").toString("hex");
  return [
    ...[escaped, escaped.replaceAll("/", "\\/"), JSON.stringify(escaped).slice(1, -1)],
    ...[percent, percent.replace(/%../g, (byte) => byte.toLowerCase()), hex, hex.toUpperCase()],
    ...[0, 1, 2].flatMap((offset) => inBase64(secret, offset)),
  ];
}

/** The characters that are the same whatever surrounds the secret, which begins so many bytes after a whole group of three. */
function inBase64(secret: string, offset: number): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret, "utf8")]);
  const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)];
  return (["base64", "base64url"] as const).map((form) => bytes.toString(form).slice(from, to));
}

const mask = "[redacted]";
/** Masking less would change texts that have nothing to do with it. */
const [leastMasked, leastCut] = [8, 4];

function withoutSecret(text: string, secret: string, isCut: boolean): string {
  if (secret.length < leastMasked) return text;
  const masked = text.replaceAll(secret, mask);
  if (!isCut) return masked;
  for (let length = secret.length - 1; length >= leastCut; length--) {
    if (masked.endsWith(secret.slice(0, length))) return masked.slice(0, -length) + mask;
  }
  return masked;
}
