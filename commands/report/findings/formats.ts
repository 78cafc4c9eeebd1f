/** Formats that findings are printed in. */
export const formats = ["pretty", "json", "ndjson", "junit", "sarif", "github", "gitlab"] as const;
/** Name of a format. */
export type Format = (typeof formats)[number];
