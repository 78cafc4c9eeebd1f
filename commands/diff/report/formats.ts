/** The formats of `oipkit diff`; the first is the default. */
export const diffFormats = ["pretty", "json", "markdown", "github", "gitlab", "junit", "sarif"] as const;
/** The name of a format. */
export type DiffFormat = (typeof diffFormats)[number];
