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
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
code { font-size: 0.9em; overflow-wrap: anywhere; }
li { margin: 0.4rem 0; }
blockquote { margin: 0.2rem 0 0.2rem 0.8rem; opacity: 0.8; }
small { opacity: 0.8; }
</style>
</head>
<body>
<h1>${title}</h1>
${htmlSections(changelog)}</body>
</html>`.text
  }\n`;
}

/** The sections of a changelog, to be put into a page. */
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
  return html`${label === undefined ? undefined : html`<strong>${label}:</strong> `}${withCode(statement)}${
    advice === undefined ? undefined : html` ${withCode(advice)}`
  }${example === undefined ? undefined : html` Example: <code>${example}</code>.`}${
    why === undefined ? undefined : html`<blockquote>${withCode(why)}</blockquote>`
  }${places === undefined ? undefined : html` <small>${withCode(places)}</small>`}`;
}

/** What is between backticks, as code. */
function withCode(text: string): readonly (Markup | string)[] {
  return text
    .split(/(`[^`]+`)/)
    .map((part, at) => (at % 2 === 1 ? html`<code>${part.slice(1, -1)}</code>` : part));
}
