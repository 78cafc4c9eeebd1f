import { timingSafeEqual } from "node:crypto";
import type { JsonObject } from "./body.js";

/** Compares a presented verification token with the configured one. */
export type TokenMatcher = (presented: unknown) => boolean;

/**
 * A matcher (§6.3(4)) whose time tells nothing of the token; only a string can match. A token of another length is
 * compared as well, with itself.
 */
export function tokenMatcher(expected: string): TokenMatcher {
  const wanted = Buffer.from(expected, "utf8");
  return (presented) => {
    if (typeof presented !== "string") return false;
    const given = Buffer.from(presented, "utf8");
    const isSameLength = given.length === wanted.length;
    return timingSafeEqual(isSameLength ? given : wanted, wanted) && isSameLength;
  };
}

/**
 * Splits the transport field off a plaintext body (§6.3(5)): the token as found, and the event without it. The body is
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
