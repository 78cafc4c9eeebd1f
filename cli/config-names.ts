/** The configuration files that are looked for in the working folder. */
export const configNames = ["oipkit.config.yaml", "oipkit.config.ts"] as const;
