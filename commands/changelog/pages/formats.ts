/** The formats of `oipkit changelog`; the first is the default. */
export const changelogFormats = ["markdown", "json"] as const;
/** The name of a format. */
export type ChangelogFormat = (typeof changelogFormats)[number];
