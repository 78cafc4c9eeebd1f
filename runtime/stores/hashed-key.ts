import { hash } from "node:crypto";
import type { ResourceId } from "../webhook/inbox.js";

/** A key of 43 characters for names of any length and content. */
export function hashedKey(...names: readonly string[]): string {
  let text = "";
  for (const name of names) text += `${name.length}:${name}`;
  // UTF-16, since UTF-8 would make one of all lone surrogates.
  return hash("sha256", Buffer.from(text, "utf16le"), "base64url");
}

export const hashedEventKey = (application: string, eventId: string): string =>
  hashedKey(application, eventId);

export const hashedResourceKey = ({ application, family, resource }: ResourceId): string =>
  hashedKey(application, family, resource);
