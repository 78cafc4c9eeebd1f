import { patternFlags } from "../../../../../reader/patterns/read-pattern.js";

/** All texts of up to four of these characters, one of which is a surrogate pair. */
export const smallTexts: readonly string[] = texts(["a", "b", "1", " ", "\n", "😀"], 4);

function texts(characters: readonly string[], length: number): readonly string[] {
  const all = [""];
  for (const text of all)
    if ([...text].length < length) all.push(...characters.map((character) => text + character));
  return all;
}

/**
 * Whether a pattern matches, as ECMA-262 says it: tried from each character on. V8 itself also begins in the middle of a surrogate
 * pair, so that it finds `\B` in `a😀a`.
 */
export function patternJudge(pattern: string): (text: string) => boolean {
  const expression = new RegExp(pattern, `y${patternFlags(pattern)}`);
  return (text) => {
    let at = 0;
    for (const character of [...text, ""]) {
      expression.lastIndex = at;
      if (expression.test(text)) return true;
      at += character.length;
    }
    return false;
  };
}
