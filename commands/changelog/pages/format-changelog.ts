import { exactJsonText } from "../../../reader/documents/exact-json.js";
import { printableJson } from "../../../reader/text/json.js";
import type { Changelog } from "./entry.js";
import { htmlChangelog } from "./html.js";
import { markdownChangelog } from "./markdown.js";
import { rssChangelog } from "./rss.js";

/** The formats of `oipkit changelog`; the first is the default. */
export const changelogFormats = ["markdown", "json", "html", "rss"] as const;
/** The name of a format. */
export type ChangelogFormat = (typeof changelogFormats)[number];

/** How a changelog is printed. */
export interface ChangelogOptions {
  /** The version that it describes. */
  readonly release: string | undefined;
  /** Version of oipkit. */
  readonly version: string;
  /** For a feed: the page that it leads to. */
  readonly link?: string | undefined;
  /** For a feed: the feed before, whose other releases are kept. */
  readonly before?: string | undefined;
}

/** A changelog as text. Throws `UsageError` if the feed before isn't one that was written here. */
export function formatChangelog(
  changelog: Changelog,
  format: ChangelogFormat,
  { release, version, link, before }: ChangelogOptions,
): string {
  switch (format) {
    case "markdown":
      return markdownChangelog(changelog, release);
    case "json":
      return jsonChangelog(changelog, { release, version });
    case "html":
      return htmlChangelog(changelog, release);
    case "rss":
      return rssChangelog(changelog, { release, link: link ?? "", before });
  }
}

/** Numbers of examples with all their digits. */
function jsonChangelog(
  changelog: Changelog,
  { release, version }: Pick<ChangelogOptions, "release" | "version">,
): string {
  const all = { tool: { name: "oipkit", version }, release: release ?? null, ...changelog };
  return `${printableJson(exactJsonText(all, 2))}\n`;
}
