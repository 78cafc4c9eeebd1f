import { createHmac } from "node:crypto";

/** A request as it was signed. `body` is what was sent, with the token. */
export interface SignedEvent {
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: string;
  /** The header's value. */
  readonly signature: string;
}

/** What requests are signed with now. The request may have been signed with another version. */
export interface SigningKeys {
  readonly signingSecret: string;
  readonly verificationToken?: string | undefined;
}

/** What goes before the digits. */
export const prefix = "sha256=";

/** The signing input. */
export function signingInput({
  timestamp,
  nonce,
  body,
}: Pick<SignedEvent, "timestamp" | "nonce" | "body">): string {
  return `${timestamp}\n${nonce}\n${body}`;
}

/** An HMAC-SHA256 in lowercase hexadecimal. */
export function hmac(key: string | Uint8Array, text: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}

/** Another body than the one that was sent, and how a receiver gets it. */
interface BodyVariant {
  readonly cause: "reserialized" | "trailing-newline" | "without-token";
  readonly body: string;
}

/** The bodies that receivers sign by mistake. */
export function bodyVariants(body: string, token = "verification_token"): readonly BodyVariant[] {
  const parsed = parseObject(body);
  if (parsed === undefined) return [{ cause: "trailing-newline", body: `${body}\n` }];
  const { [token]: removed, ...rest } = parsed;
  const variants: BodyVariant[] = [
    ...printed(parsed).map((text) => ({ cause: "reserialized" as const, body: text })),
    { cause: "trailing-newline", body: `${body}\n` },
    { cause: "trailing-newline", body: `${body}\r\n` },
  ];
  if (removed !== undefined)
    for (const text of printed(rest)) variants.push({ cause: "without-token", body: text });
  return variants.filter((variant) => variant.body !== body);
}

/** As JavaScript, Python and Go print JSON by default, and indented. */
function printed(value: Readonly<Record<string, unknown>>): readonly string[] {
  return [
    JSON.stringify(value),
    spaced(JSON.stringify(value)),
    JSON.stringify(value, undefined, 2),
    JSON.stringify(sorted(value)),
  ];
}

/** With a space after each comma and colon outside of strings. */
function spaced(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"?|[,:]/g, (part) =>
    part === "," || part === ":" ? `${part} ` : part,
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]));
}

/** The object that a text is in JSON, if it is one. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
    return undefined;
  } catch {
    return undefined;
  }
}
