import { createHash } from "node:crypto";
import { xml } from "../../../reader/text/xml.js";
import { UsageError } from "../../options/option.js";
import type { Changelog } from "./entry.js";
import { htmlSections } from "./html.js";

/** Older releases leave the feed. */
const mostItems = 50;

const head =
  '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0">\n<channel>\n<title>API changelog</title>\n';
const foot = "</channel>\n</rss>\n";

/**
 * A feed (RSS 2.0) with an item for the release, before those of the feed that was there; an item of the same release is replaced. Throws
 * `UsageError` if that feed isn't one that was written here.
 */
export function rssChangelog(
  changelog: Changelog,
  {
    release = "Unreleased",
    link,
    before,
  }: { readonly release: string | undefined; readonly link: string; readonly before: string | undefined },
): string {
  const title = `<title>${xml(release)}</title>`;
  const content = htmlSections(changelog).text;
  const id = createHash("sha256").update(`${release}\n${content}`).digest("hex").slice(0, 32);
  const item = `<item>\n${title}\n<link>${xml(link)}</link>\n<guid isPermaLink="false">${id}</guid>\n<description>${xml(content)}</description>\n</item>\n`;
  const others = itemsIn(before).filter((each) => !each.includes(`\n${title}\n`));
  return [
    head,
    `<link>${xml(link)}</link>\n<description>What changed for those who use the API.</description>\n`,
    ...[item, ...others].slice(0, mostItems),
    foot,
  ].join("");
}

function itemsIn(feed: string | undefined): readonly string[] {
  if (feed === undefined || feed.trim() === "") return [];
  if (!feed.startsWith(head) || !feed.endsWith(foot))
    throw new UsageError("the file for rss is there, and isn't a feed of oipkit; name another one");
  return feed
    .split("<item>\n")
    .slice(1)
    .map((each) => `<item>\n${each.endsWith(foot) ? each.slice(0, -foot.length) : each}`);
}
