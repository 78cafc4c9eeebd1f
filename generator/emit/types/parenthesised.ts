import { type Code, code } from "../../../reader/text/code/code.js";

/** A type as it can stand before `[]` or `?`, or next to `&`. */
export function parenthesised(type: Code): Code {
  return isCombined(type.toString()) ? code`(${type})` : type;
}

/** Whether a type is a union or an intersection, not only one in braces or brackets. */
function isCombined(type: string): boolean {
  const plain = type.replace(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "");
  let depth = 0;
  for (const [index, character] of [...plain].entries()) {
    if ("{[(<".includes(character)) depth++;
    else if ("}])>".includes(character)) depth--;
    else if (depth === 0 && "|&".includes(character) && plain[index - 1] === " ") return true;
  }
  return false;
}
