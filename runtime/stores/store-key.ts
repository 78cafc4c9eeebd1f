import { hash } from "node:crypto";
import type { ResourceId } from "../ports/inbox-entry.js";

/** Names that stay legible in a key: not too long for an index, and without characters that a store rejects. */
const plain = /^[!-~]{0,120}$/;

/** A key of at most 120 characters for names of any length and content; different lists of names never share one. */
export function storeKey(...names: readonly string[]): string {
  let text = "";
  for (const name of names) text += `${name.length}:${name}`;
  if (plain.test(text)) return text;
  // UTF-16, since UTF-8 would map all lone surrogates to the same bytes.
  return `#${hash("sha256", Buffer.from(text, "utf16le"), "base64url")}`;
}

/** The key of an event, unique by application and event id. */
export const keyOfEvent = (application: string, eventId: string): string => storeKey(application, eventId);

/** The key of a resource, unique by application, family and id. */
export const keyOfResource = ({ application, family, resource }: ResourceId): string =>
  storeKey(application, family, resource);
