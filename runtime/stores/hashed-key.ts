import { createHash } from "node:crypto";
import type { ResourceId } from "../webhook/inbox.js";

/** A key of 43 characters for names of any length and content. */
export function hashedKey(...names: readonly string[]): string {
  const hash = createHash("sha256");
  // UTF-16, since UTF-8 would make one of all lone surrogates.
  for (const name of names) hash.update(`${name.length}:${name}`, "utf16le");
  return hash.digest("base64url");
}

export const hashedEventKey = (application: string, eventId: string): string =>
  hashedKey(application, eventId);

export const hashedResourceKey = ({ application, family, resource }: ResourceId): string =>
  hashedKey(application, family, resource);
