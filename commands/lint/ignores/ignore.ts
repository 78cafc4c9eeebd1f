import type { Document } from "../../../reader/documents/document.js";
import type { Fix } from "../fixes/fix.js";

/** A comment or an `x-lint-ignore` that ignores findings. */
export interface Ignore {
  readonly document: Document;
  /** What it is about: findings at this place and below are ignored. */
  readonly scope: readonly string[];
  readonly rules: readonly string[];
  readonly reason: string;
  /** Its own place. */
  readonly tokens: readonly string[];
  readonly span?: { readonly from: number; readonly to: number };
  /** Removes it. */
  readonly fix?: Fix;
}
