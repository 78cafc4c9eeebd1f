// What the site says of a page where it doesn't show it: its title, and its first sentence.
import { marked } from "marked";

/** Reads the title and the first sentence of a page; it has no sentence if no paragraph before its first section has one. Throws if it has no title. */
export function describePage(text, file) {
  const tokens = marked.lexer(text);
  const title = tokens.find(({ type, depth }) => type === "heading" && depth === 1);
  if (title === undefined) throw new Error(`${file}: no title`);
  const firstSection = tokens.findIndex(({ type, depth }) => type === "heading" && depth === 2);
  const sentences = tokens
    .slice(0, firstSection === -1 ? undefined : firstSection)
    .filter(({ type }) => type === "paragraph")
    .map((paragraph) => firstSentence(paragraph.tokens))
    .filter((sentence) => /[.!?]$/.test(sentence));
  return { title: plainText(title.tokens), sentence: sentences[0] };
}

/** The text of inline tokens, without their form, in one line. */
export function plainText(tokens) {
  return written(tokens).replaceAll(stopInCode, ".").replace(/\s+/g, " ").trim();
}

/** Stands for a full stop within code, which ends no sentence. */
const stopInCode = "\u{E000}";

function written(tokens) {
  return tokens
    .map((token) => {
      if (token.type === "html" || token.type === "image") return "";
      if (token.type === "br") return " ";
      if (token.type === "codespan") return unescaped(token.text).replaceAll(".", stopInCode);
      return token.tokens === undefined ? unescaped(token.text) : written(token.tokens);
    })
    .join("");
}

function unescaped(text) {
  const signs = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => signs[name]);
}

/** Up to the first stop after a word of three letters, so that `e.g.` ends nothing; a heading within the line, such as **Decision.**, isn't part of it. */
function firstSentence(tokens) {
  const isHeading = tokens[0].type === "strong" && tokens[0].text.endsWith(".");
  const text = written(isHeading ? tokens.slice(1) : tokens)
    .replace(/\s+/g, " ")
    .trim();
  const [sentence] = /^.*?[^\s.]{3}[.?!](?= |$)/.exec(text) ?? [text];
  return sentence.replaceAll(stopInCode, ".").replace(/[:,;]$/, ".");
}
