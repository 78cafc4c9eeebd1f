import { json } from "../../../reader/text/json.js";
import type { Changelog } from "./changelog.js";
import type { ChangelogFormat } from "./formats.js";
import { markdownChangelog } from "./markdown.js";

/** How a changelog is printed. */
export interface ChangelogOptions {
  /** The version that it describes. */
  readonly release: string | undefined;
  /** Version of oipkit. */
  readonly version: string;
}

/** A changelog as text. */
export function formatChangelog(
  changelog: Changelog,
  format: ChangelogFormat,
  { release, version }: ChangelogOptions,
): string {
  switch (format) {
    case "markdown":
      return markdownChangelog(changelog, release);
    case "json":
      return `${json({ tool: { name: "oipkit", version }, release: release ?? null, ...changelog }, 2)}\n`;
  }
}
