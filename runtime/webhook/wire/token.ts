import { timingSafeEqual } from "node:crypto";
import type { JsonObject } from "../../ports/json.js";
import { memberRemover, stringEnd } from "./json-text.js";

/** Compares a presented verification token with the configured one. */
type TokenMatcher = (presented: unknown) => boolean;

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

/**
 * Prepares a function from the text of a body to that text without the token: its member is removed, and the token is
 * masked wherever else it occurs. The text must be valid and have the token as the value of that member.
 */
export function tokenRemover(property: string, token: string): (text: string) => string {
  const [remove, mask] = [memberRemover(property), tokenMask(token)];
  return (text) => {
    const json = remove(text);
    // The answer for almost every body. Searching `json`, which is cut out of it, would first have to join its parts.
    const isOnlyInMember = !text.includes("\\") && occursOnce(text, token);
    if (isOnlyInMember) return json;
    return mask(json);
  };
}

function occursOnce(text: string, part: string): boolean {
  const at = text.indexOf(part);
  return at >= 0 && text.indexOf(part, at + 1) < 0;
}

/** A shorter token would also be found where a sender means something else, and masking it would change the event. */
const leastMasked = 8;

/** Replaces a token within the strings of a JSON text. */
type TokenMask = (json: string) => string;

/**
 * Masks a verification token that the sender has put into a text or a nested object, however its characters are escaped,
 * with `[redacted]`. All other characters stay as they are. A token of fewer than eight characters isn't masked.
 */
export function tokenMask(token: string): TokenMask {
  if (token.length < leastMasked) return (json) => json;
  const quoted = JSON.stringify(token).slice(1, -1);
  // If the token needs an escape in JSON, its plain form never occurs.
  const isPlain = quoted === token;
  return (json) => {
    const isEscaped = isPlain ? json.includes("\\u") || json.includes("\\/") : json.includes("\\");
    if (isEscaped) return maskEachString(json, token);
    if (isPlain && json.includes(token)) return json.replaceAll(token, "[redacted]");
    return json;
  };
}

/** A regular expression would exceed the stack on a long string with many escapes. */
function maskEachString(json: string, token: string): string {
  const parts: string[] = [];
  let kept = 0;
  for (let start = json.indexOf('"'); start >= 0; ) {
    const end = stringEnd(json, start);
    const text = json.slice(start, end);
    const masked = maskedString(text, token);
    if (masked !== text) {
      parts.push(json.slice(kept, start), masked);
      kept = end;
    }
    start = json.indexOf('"', end);
  }
  return parts.join("") + json.slice(kept);
}

/** A string of JSON text; unchanged, with its own escapes, if it doesn't contain the token. */
function maskedString(text: string, token: string): string {
  if (!text.includes("\\") && !text.includes(token)) return text;
  const value = JSON.parse(text) as string;
  if (value.includes(token)) return JSON.stringify(value.replaceAll(token, "[redacted]"));
  return text;
}
