import { compare } from "../../../reader/model/schemas.js";
import { type Code, code } from "../../../reader/text/code/code.js";
import { literal } from "../../../reader/text/code/literal.js";
import type { SearchEntry } from "./page.js";

/** A page, and what the search finds of it. */
export interface IndexedPage {
  /** From the site's folder. */
  readonly path: string;
  readonly entry: SearchEntry;
}

const kinds: readonly SearchEntry["kind"][] = ["page", "operation", "webhook", "callback", "event", "schema"];

/**
 * The index of the search as a call with compact texts, for a file that a page loads when somebody searches. Lists of texts
 * are front-coded: the code of a line's first sign, less 48, is how many characters it shares with the line before it.
 * `site-search.js.hbs` reads it.
 */
export function searchIndex(pages: readonly IndexedPage[]): Code {
  const sorted = [...pages].sort((a, b) => compare(a.path, b.path));
  const members = new Map<string, number[]>();
  sorted.forEach(({ entry }, at) => {
    for (const name of new Set(entry.members.map(oneLine)))
      members.set(name, [...(members.get(name) ?? []), at]);
  });
  const names = [...members.keys()].sort(compare);
  const folders = sorted.map(({ path }) => encodeURI(path.slice(0, path.indexOf("/"))));
  const kindsText = sorted.map(({ entry }) => String(kinds.indexOf(entry.kind))).join("");
  return code`oipkitSearch({
kinds: ${literal(kindsText)},
folders: ${literal(frontCoded(folders))},
files: ${literal(frontCoded(sorted.map(fileKey)))},
titles: ${literal(frontCoded(sorted.map((page) => titleKey(page))))},
lines: ${literal(frontCoded(sorted.map(({ entry }) => oneLine(entry.line))))},
members: ${literal(frontCoded(names))},
places: ${literal(names.map((name) => differences(members.get(name) ?? [])).join("\n"))}
});
`;
}

/** A file without its end and, except for a general page, without the kind that its name begins with. */
function fileKey({ path, entry: { kind } }: IndexedPage): string {
  const stem = path.slice(path.indexOf("/") + 1).replace(/\.html$/, "");
  return encodeURI(kind === "page" ? stem : stem.slice(kind.length + 1));
}

/** A title; empty if it is the file's key in Pascal case, as that of most schemas is. */
function titleKey(page: IndexedPage): string {
  const title = oneLine(page.entry.title);
  const pascal = fileKey(page).replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  return title === pascal ? "" : title;
}

/** Longest text of one entry, in characters. */
const maxText = 100;

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, maxText);
}

/** Most characters that a line shares with the one before: their number must be a sign of ASCII. */
const maxShared = 75;

function frontCoded(texts: readonly string[]): string {
  let before = "";
  const lines = texts.map((text) => {
    let shared = 0;
    while (shared < maxShared && shared < text.length && text[shared] === before[shared]) shared++;
    before = text;
    return String.fromCharCode(48 + shared) + text.slice(shared);
  });
  return lines.join("\n");
}

/** Rising numbers as differences: one sign for a small one, a number of base 36 between full stops for others. */
function differences(numbers: readonly number[]): string {
  const signs = numbers.map((number, at) => {
    const step = number - (numbers[at - 1] ?? 0);
    return step < 64 ? String.fromCharCode(48 + step) : `.${step.toString(36)}.`;
  });
  return signs.join("");
}
