import type { Document } from "../../reader/documents/document.js";
import type { Fix } from "./fixes/fix.js";

/** A finding before it has a severity: what a rule, an engine or the reader found. */
export interface Found {
  readonly code: string;
  readonly document: Document;
  readonly tokens: readonly string[];
  readonly target: "key" | "value";
  /** One sentence without a full stop. */
  readonly message: string;
  readonly hint: string | undefined;
  readonly detail?: string | undefined;
  readonly fix?: Fix | undefined;
  /** Whether the tokens are those of the file as it was read, before anything was replaced or left out. */
  readonly isAtOrigin?: boolean;
  /** Whether reports may not show the line. */
  readonly secret?: boolean;
  /** Offsets in the text, if the finding isn't about a value: a comment. */
  readonly span?: { readonly from: number; readonly to: number };
}
