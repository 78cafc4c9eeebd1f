import { printableJson } from "../json.js";
import { escapedCharacter, unprintable, wellFormed, withoutUnprintable } from "../printable.js";
import { Code } from "./code.js";
import { withoutTemplates, withSafeLinks } from "./markdown-links.js";

/** Text from a contract inside Markdown prose: markup and HTML are escaped, line ends become spaces. */
export function markdownText(text: string): Code {
  const escaped = withoutUnprintable(oneLine(text))
    .trim()
    .replace(/[\\`*_{}[\]<>|~#]|&(?=#?\w+;)/g, "\\$&")
    .replace(/^(\d*)([-+=.):])/, "$1\\$2");
  return Code.verbatim(withoutTemplates(escaped));
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
          .replace(/\\.|[<>]/gs, escapedOnce)
          .replace(/^(\s*)(#+|=+|-+$|`{3,}|~{3,}|::)/, "$1\\$2")
          // A CI runner would take `##[error]` for a command wherever it occurs.
          .replace(/(?<=#)#(?=\w*\[)/g, "\\#"),
      )
      .map((line) => withoutTemplates(withSafeLinks(line)))
      .join("\n"),
  );
}

/** The same prose on one line, for a table cell: its inline Markdown works, and pipes are escaped. */
export function markdownCell(text: string): Code {
  const prose = markdownProse(oneLine(text)).toString();
  return Code.verbatim(prose.replace(/\\.|\|/gs, escapedOnce));
}

/** A sign with a backslash before it; one that has a backslash already stays. */
function escapedOnce(sign: string): string {
  if (sign.startsWith("\\")) return sign;
  return `\\${sign}`;
}

/** Inline code, whatever backticks the text contains; `|` is escaped because most inline code is in tables. */
export function markdownCode(text: string): Code {
  const line = withoutTemplates(oneLine(text).replace(unprintable, escapedCharacter));
  if (hasEscapedPipe(line) || isCommand.test(line)) {
    const entities = line.replace(/[^\w\s]/gu, (character) => `&#${character.codePointAt(0)};`);
    return Code.verbatim(`<code>${entities}</code>`);
  }
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = line === "" || line.startsWith("`") || line.endsWith("`") ? " " : "";
  return Code.verbatim(`${fence}${pad}${line.replace(/\|/g, "\\|")}${pad}${fence}`);
}

/** A backslash in the text before `|` would undo the escaping of the pipe; backticks can't express that. */
function hasEscapedPipe(line: string): boolean {
  return line.includes("\\|") && line.match(/\\./gs)?.includes("\\|") === true;
}

/** A CI runner would run it. */
const isCommand = /##\w*\[/;

/** A fenced block; unprintable characters become escapes, and the fence is longer than any in the text. */
export function markdownBlock(language: "json" | "ts" | "mermaid", text: string): Code {
  const plain = printableJson(text.trimEnd());
  // In JSON, a brace before another sign of a template is part of a text.
  const shown = language === "json" ? plain.replace(/\{(?=[{%#])/g, "\\u007b") : plain;
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return Code.verbatim(`${fence}${language}\n${shown}\n${fence}`);
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced here
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
}

/** Text from a contract in a Mermaid diagram: characters that could end a label or be markup become entities. */
export function mermaidText(text: string): string {
  return withoutUnprintable(text).replace(
    /[^\p{L}\p{N} .,/()_-]/gu,
    (character) => `#${character.codePointAt(0)};`,
  );
}
