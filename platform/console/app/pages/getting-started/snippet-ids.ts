/** What the snippets are filled in with. */
export interface SnippetIds {
  readonly application: string;
  readonly environment: "sandbox" | "production";
}
