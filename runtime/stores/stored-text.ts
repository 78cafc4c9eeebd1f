import { hash } from "node:crypto";
import type { ResourceId } from "../ports/inbox-entry.js";

/**
 * Control characters, of which PostgreSQL refuses one and others are separators there, lone surrogates, which UTF-8 can't
 * represent, and the backslash that escapes them.
 */
const awkward = /\\|\p{Cc}|\p{Surrogate}/gu;

/** Almost every text matches and is left unchanged. */
const plain = /^[ -[\]-~]*$/;

/** Text in a form that a database accepts. */
export function toStored(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(awkward, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The text that was passed to `toStored`. */
export function fromStored(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\u([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Names that stay legible in a key: not too long for an index, and without characters that a store rejects. */
const plainPart = /^[!-~]{0,120}$/;

/** A key of at most 120 characters for names of any length and content; different lists of names never share one. */
export function storeKey(...names: readonly string[]): string {
  let text = "";
  for (const name of names) text += `${name.length}:${name}`;
  if (plainPart.test(text)) return text;
  // UTF-16, since UTF-8 would map all lone surrogates to the same bytes.
  return `#${hash("sha256", Buffer.from(text, "utf16le"), "base64url")}`;
}

/** The key of an event, unique by application and event id. */
export const keyOfEvent = (application: string, eventId: string): string => storeKey(application, eventId);

/** The key of a resource, unique by application, family and id. */
export const keyOfResource = ({ application, family, resource }: ResourceId): string =>
  storeKey(application, family, resource);
