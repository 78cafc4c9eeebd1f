/** Languages that are told apart; others are shown without colours. */
export type CodeLanguage = "json" | "ts" | "js" | "python" | "go" | "shell" | "http" | "text";
