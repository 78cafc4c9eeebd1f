/** Names of the configuration files that oipkit looks for in the working folder. */
export const configNames = ["oipkit.config.yaml", "oipkit.config.ts"] as const;
