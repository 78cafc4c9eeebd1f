import { tokenMask } from "./mask-token.js";
import { memberRemover } from "./remove-member.js";

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
    return isOnlyInMember ? json : mask(json);
  };
}

function occursOnce(text: string, part: string): boolean {
  const at = text.indexOf(part);
  return at >= 0 && text.indexOf(part, at + 1) < 0;
}
