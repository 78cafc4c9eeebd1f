import { createHash, timingSafeEqual } from "node:crypto";
import type { JsonObject } from "./body.js";

/** Compares a presented verification token with the configured one. */
export type TokenMatcher = (presented: unknown) => boolean;

/** A matcher that takes constant time (§6.3(4)), whatever the length of what is presented; only a string can match. */
export function tokenMatcher(expected: string): TokenMatcher {
  const wanted = digest(expected);
  return (presented) => typeof presented === "string" && timingSafeEqual(digest(presented), wanted);
}

/** Splits the transport field off a plaintext body (§6.3(5)): the token as found, and the event without it. */
export function takeToken(body: JsonObject, property: string): { token: unknown; event: JsonObject } {
  const { [property]: token, ...event } = body;
  return { token, event };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
