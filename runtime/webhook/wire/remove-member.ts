import { isSpace, skipSpace, stringEnd, valueEnd } from "./json-text.js";

/**
 * Removes every top-level member with a name from the text of a JSON object, and leaves all other characters as they
 * are: numbers keep their digits and members their order. The text must be valid and have such a member.
 */
export function removeMember(text: string, name: string): string {
  return memberRemover(name)(text);
}

/** The same for a text that needn't have such a member. */
export function removeAnyMember(text: string, name: string): string {
  return removeEach(text, JSON.stringify(name), name);
}

/** The same as `removeMember`, prepared for one name. */
export function memberRemover(name: string): (text: string) => string {
  const quoted = JSON.stringify(name);
  // Quotes are everywhere: searching for the text between them is much faster.
  const bare = quoted.slice(1, -1);
  return (text) => {
    const only = text.indexOf(bare);
    // Without any escape the name is written literally; if it occurs once, that is the member.
    const isPlain = only > 0 && text.indexOf(bare, only + 1) < 0 && !text.includes("\\");
    return isPlain ? cutMember(text, only - 1, only + bare.length + 1) : removeEach(text, quoted, name);
  };
}

function cutMember(text: string, keyStart: number, keyEnd: number): string {
  const end = valueEnd(text, skipSpace(text, skipSpace(text, keyEnd) + 1));
  let before = keyStart;
  while (isSpace(text.charCodeAt(before - 1))) before--;
  if (text.charCodeAt(before - 1) === comma) return text.slice(0, before - 1) + text.slice(end);
  const after = skipSpace(text, end);
  return text.slice(0, keyStart) + text.slice(text.charCodeAt(after) === comma ? after + 1 : end);
}

function removeEach(text: string, quoted: string, name: string): string {
  let from = text.indexOf("{") + 1;
  const kept = [text.slice(0, from)];
  let at = skipSpace(text, from);
  while (text[at] !== "}") {
    const keyEnd = stringEnd(text, at);
    const key = text.slice(at, keyEnd);
    const end = valueEnd(text, skipSpace(text, skipSpace(text, keyEnd) + 1));
    const isIt = key === quoted || (key.includes("\\") && JSON.parse(key) === name);
    if (!isIt) kept.push(kept.length === 1 ? "" : ",", text.slice(from, end));
    at = skipSpace(text, end);
    from = end;
    if (text[at] === ",") {
      from = at + 1;
      at = skipSpace(text, from);
    }
  }
  kept.push(text.slice(from));
  return kept.join("");
}

const comma = 0x2c;
