import { timingSafeEqual } from "node:crypto";
import type { JsonObject } from "../../ports/json-object.js";

/** Compares a presented verification token with the configured one. */
export type TokenMatcher = (presented: unknown) => boolean;

/**
 * A matcher whose time tells nothing of the token; only a string can match. A token of another length is
 * compared as well.
 */
export function tokenMatcher(expected: string): TokenMatcher {
  const wanted = Buffer.from(expected, "utf8");
  // Longer by one character at least, so that what doesn't fit shows.
  const room = Buffer.alloc(wanted.length + 4);
  const given = room.subarray(0, wanted.length);
  return (presented) => {
    if (typeof presented !== "string") return false;
    const isSameLength = room.write(presented, "utf8") === wanted.length;
    return timingSafeEqual(given, wanted) && isSameLength;
  };
}

/**
 * Splits the transport field off a plaintext body: the token as found, and the event without it. The body is
 * used up by that.
 */
export function takeToken(body: JsonObject, property: string): { token: unknown; event: JsonObject } {
  let last: string | undefined;
  for (const name in body) last = name;
  if (last === property) {
    // The last property goes without a trace; one before it would make the object a slow one.
    const found = body[property];
    delete (body as Record<string, unknown>)[property];
    return { token: found, event: body };
  }
  const { [property]: token, ...event } = body;
  return { token, event };
}
