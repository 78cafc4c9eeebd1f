import { hash } from "node:crypto";
import type { ResourceId } from "../ports/inbox-entry.js";

/** Names that stay legible in a key: not too long for an index, and with nothing that a store would mind. */
const plain = /^[!-~]{0,120}$/;

/** A key of 120 characters at most for names of any length and content; no two lists of names share one. */
export function storeKey(...names: readonly string[]): string {
  let text = "";
  for (const name of names) text += `${name.length}:${name}`;
  if (plain.test(text)) return text;
  // UTF-16, since UTF-8 would make one of all lone surrogates.
  return `#${hash("sha256", Buffer.from(text, "utf16le"), "base64url")}`;
}

/** The key of an event, unique by application and event id. */
export const keyOfEvent = (application: string, eventId: string): string => storeKey(application, eventId);

/** The key of a resource, unique by application, family and id. */
export const keyOfResource = ({ application, family, resource }: ResourceId): string =>
  storeKey(application, family, resource);
