import { html, type Markup } from "../../../reader/text/html.js";
import type { Changelog, ChangelogEntry } from "./entry.js";
import { entryGroups, entryParts } from "./groups.js";

/** A changelog as a page of its own, without scripts and without anything from elsewhere. */
export function htmlChangelog(changelog: Changelog, release: string | undefined): string {
  const title = release ?? "Unreleased";
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Changelog: ${title}</title>
<style>
:root { color-scheme: light dark; --page: #fff; --text: #1a1a1a; --quiet: #555; --line: #ccc; --link: #0645ad; --mark: #8a4b00; }
@media (prefers-color-scheme: dark) { :root { --page: #121212; --text: #eee; --quiet: #aaa; --line: #444; --link: #8ab4f8; --mark: #f0b060; } }
html { background: var(--page); color: var(--text); }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
a { color: var(--link); }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.2rem 0 0; }
h2 a, h3 a { color: inherit; text-decoration: none; }
h2 a:hover, h3 a:hover, h2 a:focus-visible, h3 a:focus-visible { text-decoration: underline; }
h2:target, h3:target { outline: 2px solid var(--link); outline-offset: 4px; }
code { font-size: 0.9em; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; list-style: none; padding: 0; }
main ul { margin: 0.2rem 0; padding-left: 1.2rem; }
main p { margin: 0.2rem 0; }
li { margin: 0.4rem 0; }
blockquote { margin: 0.2rem 0; padding-left: 0.8rem; border-left: 3px solid var(--line); color: var(--quiet); }
.places { display: block; font-size: 0.875rem; color: var(--quiet); }
.check { color: var(--mark); }
</style>
</head>
<body>
<header>
<h1>${title}</h1>
${navigation(changelog)}</header>
<main>
${pageSections(changelog)}</main>
</body>
</html>`.text
  }\n`;
}

/** Links to the sections, with the number of their entries. */
function navigation({ entries }: Changelog): Markup | undefined {
  const groups = entryGroups(entries);
  if (groups.length < 2) return undefined;
  const links = groups.map(({ title, subjects }) => {
    const count = [...subjects.values()].flat().length;
    return html`<li><a href="#${anchor(title)}">${title}</a> (${String(count)})</li>\n`;
  });
  return html`<nav aria-label="Sections">\n<ul>\n${links}</ul>\n</nav>\n`;
}

/** Sections whose subjects are headings that can be linked to. */
function pageSections({ entries }: Changelog): Markup {
  if (entries.length === 0) return html`<p>Nothing changed.</p>\n`;
  const taken = new Set<string>();
  return html`${entryGroups(entries).map(({ title, meaning, subjects }) => {
    const id = free(anchor(title), taken);
    return html`<section aria-labelledby="${id}">
<h2 id="${id}"><a href="#${id}">${title}</a></h2>
${meaning === undefined ? undefined : html`<p>${meaning}</p>\n`}${[...subjects].map(([subject, group]) => {
  const name = free(`${id}-${anchor(subject)}`, taken);
  return html`<h3 id="${name}"><a href="#${name}">${withCode(subject)}</a></h3>\n${pageEntries(group)}`;
})}</section>
`;
  })}`;
}

function pageEntries(group: readonly ChangelogEntry[]): Markup {
  const [only, ...others] = group.map(entryMarkup);
  if (others.length === 0) return html`<div>${only}</div>\n`;
  return html`<ul>\n${[only, ...others].map((each) => html`<li>${each}</li>\n`)}</ul>\n`;
}

/** A title as the fragment of a URL. */
function anchor(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join("-") || "other";
}

/** An identifier that the page doesn't have yet. */
function free(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number++) id = `${wanted}-${number}`;
  taken.add(id);
  return id;
}

/** The sections of a changelog, to be put into a feed. */
export function htmlSections({ entries }: Changelog): Markup {
  if (entries.length === 0) return html`<p>Nothing changed.</p>\n`;
  return html`${entryGroups(entries).map(
    ({ title, meaning, subjects }) => html`<h2>${title}</h2>
${meaning === undefined ? undefined : html`<p>${meaning}</p>\n`}<ul>
${[...subjects].map(([subject, group]) => item(subject, group))}</ul>
`,
  )}`;
}

function item(subject: string, group: readonly ChangelogEntry[]): Markup {
  const title = html`<strong>${withCode(subject)}</strong>`;
  const [only, ...others] = group.map(entryMarkup);
  if (others.length === 0) return html`<li>${title}: ${only}</li>\n`;
  return html`<li>${title}
<ul>
${[only, ...others].map((each) => html`<li>${each}</li>\n`)}</ul>
</li>
`;
}

function entryMarkup(entry: ChangelogEntry): Markup {
  const { label, statement, advice, example, places, why } = entryParts(entry);
  return html`${label === undefined ? undefined : html`<strong class="check">${label}:</strong> `}${withCode(statement)}${
    advice === undefined ? undefined : html` ${withCode(advice)}`
  }${example === undefined ? undefined : html` Example: <code>${example}</code>.`}${
    why === undefined ? undefined : html`<blockquote>${withCode(why)}</blockquote>`
  }${places === undefined ? undefined : html` <small class="places">${withCode(places)}</small>`}`;
}

/** What is between backticks, as code. */
function withCode(text: string): readonly (Markup | string)[] {
  return text
    .split(/(`[^`]+`)/)
    .map((part, at) => (at % 2 === 1 ? html`<code>${part.slice(1, -1)}</code>` : part));
}
