/** An edit of a document: the finding is gone after it, and no other value has changed. */
export type Fix =
  /** Removes a property or an item. */
  | { readonly kind: "remove"; readonly tokens: readonly string[] }
  /** Replaces a string. */
  | { readonly kind: "replace"; readonly tokens: readonly string[]; readonly text: string }
  /** Removes text that isn't part of the value, such as a comment. Offsets in UTF-16 units. */
  | { readonly kind: "cut"; readonly from: number; readonly to: number };
