import { Lexer, type Token, type Tokens } from "marked";
import { withoutUnprintable } from "../printable.js";
import { Code } from "./code.js";
import { escapedHtml } from "./html.js";

/** Renders the same Markdown again and again without reading it anew. */
export interface HtmlMarkdown {
  /**
   * The CommonMark of a contract, with tables. HTML in it becomes text; a heading becomes a bold line, since it has no level in the
   * page; only addresses of the web and of mailboxes are links; an image becomes a link, since a page loads nothing from elsewhere.
   */
  readonly prose: (text: string) => Code;
  /** The same on one line, without paragraphs and lists. */
  readonly line: (text: string) => Code;
  /** Markdown that `reader/text/code/markdown.ts` made, on one line: for pages that say the same in both forms. */
  readonly sentence: (markdown: Code) => Code;
}

/** A renderer that remembers what it rendered. */
export function htmlMarkdown(): HtmlMarkdown {
  const lines = remembered((text) => guarded(text, () => inlineHtml(Lexer.lexInline(text), false)));
  const sentences = remembered((text) => guarded(text, () => inlineHtml(Lexer.lexInline(text), true)));
  return {
    prose: remembered((text) => pieces(text.trim()).map(renderedPiece).join("\n")),
    line: (text) => lines(text.replace(/\s+/g, " ").trim()),
    // A space of no width keeps renderers of templates away from pages in Markdown; nobody would look for one in a copied text.
    sentence: (markdown) => sentences(markdown.toString().replace(/\{\u200b(?=\\?[{%#])/g, "{")),
  };
}

function remembered(render: (text: string) => string): (text: string) => Code {
  const known = new Map<string, Code>();
  return (text) => {
    const found = known.get(text) ?? Code.verbatim(render(text));
    known.set(text, found);
    return found;
  };
}

/** Longest text that is read at once, in characters: for hostile ones, time grows with the square of it (measured: 0.25 s). */
const maxPiece = 16_000;

/** A long text in pieces, cut at empty lines outside of fenced code; a piece that can't be cut stays too long. */
function pieces(text: string): string[] {
  if (text.length <= maxPiece) return [text];
  const found: string[] = [];
  let piece: string[] = [];
  let length = 0;
  let isFenced = false;
  for (const line of text.split("\n")) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced;
    if (length > maxPiece / 2 && !isFenced && line.trim() === "") {
      found.push(piece.join("\n"));
      piece = [];
      length = 0;
    }
    piece.push(line);
    length += line.length + 1;
  }
  return [...found, piece.join("\n")];
}

function renderedPiece(text: string): string {
  if (text.length > maxPiece) return plainHtml(text);
  return guarded(text, () => blocksHtml(Lexer.lex(text)));
}

/** What the renderer makes; the text as it is if it is nested too deeply. */
function guarded(text: string, render: () => string): string {
  try {
    return render();
  } catch (error) {
    if (error instanceof RangeError) return plainHtml(text);
    throw error;
  }
}

function plainHtml(text: string): string {
  return `<span class="plain">${escapedHtml(text)}</span>`;
}

function blocksHtml(tokens: readonly Token[]): string {
  return tokens.map((token) => blockHtml(token as Tokens.Generic)).join("");
}

function blockHtml(token: Tokens.Generic): string {
  switch (token.type) {
    case "space":
    case "def":
      return "";
    case "heading":
      return `<p class="heading"><strong>${inlineHtml(token.tokens ?? [], false)}</strong></p>\n`;
    case "paragraph":
      return `<p>${inlineHtml(token.tokens ?? [], false)}</p>\n`;
    case "code":
      return `<pre tabindex="0"><code>${escapedHtml(String(token.text))}</code></pre>\n`;
    case "blockquote":
      return `<blockquote>${blocksHtml(token.tokens ?? [])}</blockquote>\n`;
    case "hr":
      return "<hr>\n";
    case "list":
      return listHtml(token as Tokens.List);
    case "table":
      return tableHtml(token as Tokens.Table);
    case "text":
      return inlineHtml(token.tokens ?? [token], false);
    case "checkbox":
      return checkboxText(token);
    default:
      return `<p>${escapedHtml(token.raw.trim())}</p>\n`;
  }
}

function listHtml({ ordered, start, items }: Tokens.List): string {
  const list = items.map((item) => `<li>${blocksHtml(item.tokens)}</li>\n`).join("");
  if (!ordered) return `<ul>\n${list}</ul>\n`;
  const from = typeof start === "number" && start !== 1 ? ` start="${start}"` : "";
  return `<ol${from}>\n${list}</ol>\n`;
}

function tableHtml({ header, rows }: Tokens.Table): string {
  const cells = (list: readonly Tokens.TableCell[], tag: "th" | "td"): string =>
    list.map(({ tokens }) => `<${tag}>${inlineHtml(tokens, false)}</${tag}>`).join("");
  const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>\n`).join("");
  return `<div class="wide" tabindex="0"><table><thead><tr>${cells(header, "th")}</tr></thead><tbody>\n${body}</tbody></table></div>\n`;
}

/** `isOwn`: it was made by this program, so it may have inline code as HTML and escaped pipes. */
function inlineHtml(tokens: readonly Token[], isOwn: boolean): string {
  return tokens.map((token) => spanHtml(token as Tokens.Generic, isOwn)).join("");
}

function spanHtml(token: Tokens.Generic, isOwn: boolean): string {
  const inner = (): string => inlineHtml(token.tokens ?? [], isOwn);
  const text = String(token.text ?? "");
  switch (token.type) {
    case "strong":
      return `<strong>${inner()}</strong>`;
    case "em":
      return `<em>${inner()}</em>`;
    case "del":
      return `<del>${inner()}</del>`;
    case "codespan":
      return `<code>${escapedHtml(isOwn ? text.replaceAll("\\|", "|") : text)}</code>`;
    case "br":
      return "<br>";
    case "escape":
      return escapedHtml(text);
    case "link":
      return linkHtml(String(token.href), inner());
    case "image":
      return linkHtml(String(token.href), text === "" ? "image" : escapedHtml(text));
    case "checkbox":
      return checkboxText(token);
    case "html":
      if (/^<br *\/?>$/i.test(token.raw)) return "<br>";
      if (isOwn && /^<\/?code>$/.test(token.raw)) return token.raw;
      return escapedHtml(token.raw);
    case "text":
      if (token.tokens !== undefined && token.tokens.length > 0) return inner();
      return withEntities(text);
    default:
      return escapedHtml(token.raw);
  }
}

function checkboxText(token: Tokens.Generic): string {
  return token.checked === true ? "☑ " : "☐ ";
}

function linkHtml(address: string, content: string): string {
  if (!/^(?:https?:\/\/|mailto:)/i.test(address)) return content;
  return `<a href="${escapedHtml(address)}" rel="noreferrer">${content}</a>`;
}

/** Escapes text for HTML, but keeps the character references that Markdown allows. */
function withEntities(text: string): string {
  const decoded = text.replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (all, hex, decimal) => {
    const point = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    if (point === 0 || point > 0x10ffff) return all;
    return String.fromCodePoint(point);
  });
  return escapedHtml(withoutUnprintable(decoded)).replace(/&amp;(?=[a-z][a-z\d]{1,30};)/gi, "&");
}
