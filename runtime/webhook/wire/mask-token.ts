import { stringEnd } from "./json-text.js";

/** A shorter token would also be found where a sender means something else, and masking it would change the event. */
const leastMasked = 8;

/** Replaces a token within the strings of a JSON text. */
export type TokenMask = (json: string) => string;

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
    return isPlain && json.includes(token) ? json.replaceAll(token, "[redacted]") : json;
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
  return value.includes(token) ? JSON.stringify(value.replaceAll(token, "[redacted]")) : text;
}
