import { wellFormed, withoutUnprintable } from "../printable.js";
import { Code, empty } from "./code.js";
import { wrapText } from "./wrap.js";

/**
 * A documentation comment. Paragraphs are free text from a contract: they can neither end the comment nor
 * start a tag. Without text there is no comment. Ends with a newline.
 */
export function docComment(paragraphs: readonly (string | undefined)[], tags: readonly DocTag[] = []): Code {
  const lines = paragraphs
    .filter((paragraph): paragraph is string => paragraph !== undefined && paragraph.trim() !== "")
    .flatMap((paragraph, index) => [
      ...(index === 0 ? [] : [""]),
      ...commentLines(paragraph).flatMap(wrapText).map(withoutTags),
    ]);
  if (tags.length > 0 && lines.length > 0) lines.push("");
  for (const { tag, text } of tags) {
    const [first = "", ...rest] = commentLines(text).flatMap(wrapText).map(inTag);
    lines.push(`@${tag} ${first}`.trimEnd(), ...rest);
  }
  if (lines.length === 0) return empty;
  if (lines.length === 1) return Code.verbatim(`/** ${lines[0]} */\n`);
  return Code.verbatim(`/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`);
}

/** A tag of a documentation comment, with its text. */
export interface DocTag {
  readonly tag: "deprecated" | "see" | "remarks";
  readonly text: string;
}

/** A `//` comment; each line of the text becomes a separate one. */
export function lineComment(text: string): Code {
  return Code.verbatim(
    commentLines(text)
      .map((line) => `// ${line}`.trimEnd())
      .join("\n"),
  );
}

function commentLines(text: string): string[] {
  return (
    wellFormed(text)
      .trim()
      .split(/\r\n|[\n\r\u2028\u2029\u0085]/)
      .map((line) => withoutUnprintable(line).trimEnd())
      // Last, since characters removed above may have separated these two.
      .map((line) => line.replace(/\*\//g, "*\\/").replace(/\/\*/g, "/\\*"))
  );
}

function withoutTags(line: string): string {
  return line.replace(/(^|[\s{])@/g, "$1\\@");
}

/** In the text of a tag even `a@b` starts another tag; `/@`, as in the path of a package, doesn't. */
function inTag(line: string): string {
  return line.replace(/(?<![/\\])@/g, "\\@");
}
