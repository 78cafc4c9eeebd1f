import { escapedCharacter, unprintable, wellFormed } from "../printable.js";
import { Code } from "./code.js";

/**
 * Text from a contract in HTML: in content, also between the tags of `pre`, and in quoted attributes. Line feeds and tabs stay;
 * characters that nobody sees become escapes.
 */
export function htmlText(text: string): Code {
  return Code.verbatim(escapedHtml(text));
}

/** The same as a string, for what builds further markup around it. */
export function escapedHtml(text: string): string {
  const shown = wellFormed(text).replace(unprintable, (found) => {
    if (found === "\n" || found === "\t") return found;
    return escapedCharacter(found);
  });
  return shown.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Inline code. */
export function htmlCode(text: string): Code {
  return Code.verbatim(`<code>${escapedHtml(text)}</code>`);
}

/** A link with an address that the generator made, such as that of another page. */
export function htmlLink(address: string, content: Code): Code {
  return Code.verbatim(`<a href="${escapedHtml(address)}">${content}</a>`);
}

/**
 * A type in TypeScript as inline code, in which the names of types lead to their pages. `link` returns the address of a
 * type by its name. Strings, and the names of properties, are no types.
 */
export function htmlType(type: string, link: (name: string) => string | undefined): Code {
  const parts = type.match(/"(?:[^"\\]|\\.)*"|[\p{L}_$][\p{L}\p{N}_$]*\??:?|[^"\p{L}_$]+|./gsu) ?? [];
  const linked = parts.map((part) => {
    const address = part.endsWith(":") ? undefined : link(part);
    if (address === undefined) return escapedHtml(part);
    return `<a href="${escapedHtml(address)}">${escapedHtml(part)}</a>`;
  });
  return Code.verbatim(`<code>${linked.join("")}</code>`);
}
