import { timingSafeEqual } from "node:crypto";
import type { JsonObject } from "../../ports/json-object.js";

/** Compares a presented verification token with the configured one. */
export type TokenMatcher = (presented: unknown) => boolean;

/**
 * A matcher whose timing reveals nothing about the token; only a string can match. A token of another length is
 * compared as well.
 */
export function tokenMatcher(expected: string): TokenMatcher {
  const wanted = Buffer.from(expected, "utf8");
  // At least one character longer, so that a token that doesn't fit is noticed.
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
 * modified by that.
 */
export function takeToken(body: JsonObject, property: string): { token: unknown; event: JsonObject } {
  let last: string | undefined;
  for (const name in body) last = name;
  if (last === property) {
    // Deleting the last property is cheap; deleting an earlier one would make the object slow.
    const found = body[property];
    delete (body as Record<string, unknown>)[property];
    return { token: found, event: body };
  }
  const { [property]: token, ...event } = body;
  return { token, event };
}
