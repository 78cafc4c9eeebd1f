import { printableJson } from "../json.js";
import { escapedCharacter, unprintable, withoutUnprintable } from "../unprintable.js";
import { wellFormed } from "../well-formed.js";
import { Code } from "./code.js";

/** Text from a contract inside Markdown prose: markup and HTML are escaped, line ends become spaces. */
export function markdownText(text: string): Code {
  return Code.verbatim(
    withoutUnprintable(oneLine(text))
      .trim()
      .replace(/[\\`*_{}[\]<>|~#]|&(?=#?\w+;)/g, "\\$&")
      .replace(/^(\d*)([-+=.):])/, "$1\\$2"),
  );
}

/** Text from a contract as prose in several paragraphs. Its Markdown works, except headings, fences and HTML. */
export function markdownProse(text: string): Code {
  return Code.verbatim(
    wellFormed(text)
      .trim()
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .map((line) =>
        withoutUnprintable(line)
          .trimEnd()
          .replace(/(\\*)([<>])/g, (match, slashes: string, bracket: string) =>
            slashes.length % 2 === 1 ? match : `${slashes}\\${bracket}`,
          )
          .replace(/^(\s*)(#+|=+|-+$|`{3,}|~{3,}|::)/, "$1\\$2")
          // A CI runner would take `##[error]` for a command wherever it occurs.
          .replace(/(?<=#)#(?=\w*\[)/g, "\\#"),
      )
      .join("\n"),
  );
}

/** The same prose on one line, for a table cell: its inline Markdown works, and pipes are escaped. */
export function markdownCell(text: string): Code {
  const prose = markdownProse(oneLine(text)).toString();
  return Code.verbatim(
    prose.replace(/(\\*)\|/g, (match, slashes: string) =>
      slashes.length % 2 === 1 ? match : `${slashes}\\|`,
    ),
  );
}

/** Inline code, whatever backticks the text contains; `|` is escaped because most inline code is in tables. */
export function markdownCode(text: string): Code {
  const line = oneLine(text).replace(unprintable, escapedCharacter);
  if (hasEscapedPipe.test(line) || isCommand.test(line)) {
    const entities = line.replace(/[^\w\s]/gu, (character) => `&#${character.codePointAt(0)};`);
    return Code.verbatim(`<code>${entities}</code>`);
  }
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = line === "" || line.startsWith("`") || line.endsWith("`") ? " " : "";
  return Code.verbatim(`${fence}${pad}${line.replace(/\|/g, "\\|")}${pad}${fence}`);
}

/** A backslash in the text before `|` would undo the escaping of the pipe; backticks can't express that. */
const hasEscapedPipe = /(?<!\\)(?:\\\\)*\\\|/;

/** A CI runner would run it. */
const isCommand = /##\w*\[/;

/** A fenced block; unprintable characters become escapes, and the fence is longer than any in the text. */
export function markdownBlock(language: "json" | "ts" | "mermaid", text: string): Code {
  const shown = printableJson(text.trimEnd());
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return Code.verbatim(`${fence}${language}\n${shown}\n${fence}`);
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced here
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
}
