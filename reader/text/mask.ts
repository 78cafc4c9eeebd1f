import { wellFormed } from "./printable.js";

/**
 * Returns a function that replaces every secret with `***`, whether written plainly, within JSON, in Base64, in
 * hexadecimal or percent-encoded. Base64 is found wherever the secret is in the encoded bytes. Empty secrets are ignored.
 */
export function masker(secrets: Iterable<string>): (text: string) => string {
  // A header is sent without the white space around its value.
  const trimmed = [...secrets].flatMap((secret) => [secret, secret.trim()]);
  const forms = [...new Set(trimmed)].filter((secret) => secret !== "").flatMap(secretForms);
  if (forms.length === 0) return (text) => text;
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(literal).join("|"), "g");
  return (text) => text.replace(pattern, "***");
}

/** Masks every string in JSON data, names of properties included. */
export function maskData<Data>(data: Data, masked: (text: string) => string): Data {
  return masks(data, masked) as Data;
}

function masks(value: unknown, masked: (text: string) => string): unknown {
  if (typeof value === "string") return masked(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => masks(item, masked));
  // Not an assignment, which would lose a member named `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [masked(name), masks(item, masked)]));
}

/** A shorter encoded form would also occur by chance. */
const leastEncoded = 8;

function secretForms(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const percent = encodeURIComponent(wellFormed(secret));
  const encoded = [
    percent,
    percent.replace(/%../g, (code) => code.toLowerCase()),
    new URLSearchParams([["", secret]]).toString().slice(1),
    hex,
    hex.toUpperCase(),
    ...base64Forms(bytes),
  ];
  return [
    secret,
    json,
    json.replaceAll("/", "\\/"),
    asciiJson(json, (code) => code),
    asciiJson(json, (code) => code.toUpperCase()),
    ...encoded.filter((form) => form.length >= leastEncoded),
  ];
}

function asciiJson(json: string, cased: (code: string) => string): string {
  return json.replace(/[^ -~]/g, (unit) => `\\u${cased(unit.charCodeAt(0).toString(16).padStart(4, "0"))}`);
}

/** The secret encoded alone, and the digits that stay the same at each of the three positions it can have in other bytes. */
function base64Forms(bytes: Buffer): readonly string[] {
  const alone = bytes.toString("base64");
  const within = [0, 1, 2].map((before) => {
    const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    return digits.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  return [alone, alone.replace(/(?<!=)=+$/, ""), ...within].flatMap((form) => [
    form,
    form.replaceAll("+", "-").replaceAll("/", "_"),
  ]);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
