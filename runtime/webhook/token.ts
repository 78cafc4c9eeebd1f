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

/** Splits the transport field off a plaintext body (§6.3(5)): the token as found, and the event without it. */
export function takeToken(body: JsonObject, property: string): { token: unknown; event: JsonObject } {
  const { [property]: token, ...event } = body;
  return { token, event };
}
