import { json } from "../../../reader/text/json.js";
import { codeSpan, markdownProse as prose } from "../../../reader/text/markdown.js";
import { sentence } from "../../diff/report/sentence.js";
import type { ChangelogEntry } from "./changelog.js";

/** Longer examples aren't shown. */
const longestExample = 200;
/** Further places that are listed. */
const mostPlaces = 10;

/** An entry as Markdown on one line, without its subject. */
export function entryText(entry: ChangelogEntry): string {
  const { part, text, also, example } = entry;
  const label = entry.breaking ? "**Breaking:** " : entry.doubtful ? "**Check:** " : "";
  const whole = sentence(part === undefined ? text : `${part}: ${text}`);
  const shown = example === undefined ? "" : json(example.document);
  const more = also.length > mostPlaces ? ` and ${also.length - mostPlaces} more places` : "";
  return [
    `${label}${prose(whole)}`,
    ...(shown === "" || shown.length > longestExample ? [] : [`Example: ${codeSpan(shown)}.`]),
    ...(also.length === 0
      ? []
      : [`This also applies to ${prose(also.slice(0, mostPlaces).join("; "))}${more}.`]),
  ].join(" ");
}
