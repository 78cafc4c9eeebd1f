// Reads the index of the documentation, docs/README.md: the one list of its pages, from which the site's sidebar and llms.txt are made.
//
// A heading of level 2 begins a section. Each item of a list is a group, `Name: links`, or links alone. Links in parentheses belong below the
// link before them; so do the links that a list of another README.md has, below the link to it.
import { posix } from "node:path";
import { marked } from "marked";
import { plainText } from "./describe-page.mjs";

const indexPage = "docs/README.md";

/** What the index can't link to, since the package that it is in has no `generated/`: the reference of the example platform. */
const generated = { group: "The example platform", text: "reference", file: "generated/reference/README.md" };

/**
 * Reads the sections: `{ title, groups: [{ title?, entries: [{ text, file, entries }] }] }`.
 * `read` returns the text of a file of the repository.
 */
export function readIndex(read) {
  const sections = [];
  for (const token of marked.lexer(read(indexPage))) {
    if (token.type === "heading" && token.depth === 2)
      sections.push({ title: plainText(token.tokens), groups: [] });
    if (token.type === "list")
      sections.at(-1).groups.push(...token.items.map((item) => readGroup(item, read)));
  }
  const group = sections.flatMap(({ groups }) => groups).find(({ title }) => title === generated.group);
  const { text, file } = generated;
  group.entries.push({ text, isCode: false, file, entries: listedIn(file, read) });
  return sections;
}

function readGroup(item, read) {
  const [{ tokens }] = item.tokens;
  const [first] = tokens;
  const title = first.type === "text" ? /^[^:]+(?=:)/.exec(first.text)?.[0] : undefined;
  return { title, entries: readEntries(tokens, read) };
}

function readEntries(tokens, read) {
  const entries = [];
  let depth = 0;
  for (const token of tokens) {
    if (token.type === "text") depth += count(token.text, "(") - count(token.text, ")");
    if (token.type !== "link") continue;
    const file = posix.normalize(posix.join(posix.dirname(indexPage), token.href));
    const entry = {
      text: plainText(token.tokens),
      isCode: isCode(token),
      file,
      entries: listedIn(file, read),
    };
    if (depth > 0) entries.at(-1).entries.push(entry);
    else entries.push(entry);
  }
  return entries;
}

/** The pages that another index lists. */
function listedIn(file, read) {
  if (posix.basename(file) !== "README.md" || file === indexPage) return [];
  const list = marked.lexer(read(file)).find(({ type }) => type === "list");
  return list.items.map((item) => {
    const [link] = item.tokens[0].tokens;
    const target = posix.join(posix.dirname(file), link.href);
    return { text: plainText(link.tokens), isCode: false, file: target, entries: [] };
  });
}

function isCode(link) {
  return link.tokens.every(({ type }) => type === "codespan");
}

function count(text, character) {
  return text.split(character).length - 1;
}

/** All entries of sections, those below others included. */
export function allEntries(sections) {
  const flat = (entries) => entries.flatMap((entry) => [entry, ...flat(entry.entries)]);
  return sections.flatMap(({ groups }) => groups.flatMap(({ entries }) => flat(entries)));
}
