export const formats = ["pretty", "json", "ndjson", "junit", "sarif", "github", "gitlab"] as const;
export type Format = (typeof formats)[number];
