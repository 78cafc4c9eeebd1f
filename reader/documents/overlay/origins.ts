import type { Document } from "../document.js";

/** Where a value was written: in the document itself, or in an overlay. */
export interface Origin {
  readonly document: Document;
  readonly tokens: readonly string[];
}

type Container = Record<string, unknown> | unknown[];

/** Records where the members of a changed document were written, if not at their own path. */
export class Origins {
  readonly #members = new WeakMap<object, Map<string, Origin>>();
  readonly #document: Document;
  readonly #root: () => unknown;

  constructor(document: Document, root: () => unknown) {
    this.#document = document;
    this.#root = root;
  }

  /** The origin of a place in the changed document, or of its nearest ancestor if the place doesn't exist. */
  of(tokens: readonly string[]): Origin {
    let origin: Origin = { document: this.#document, tokens: [] };
    let value = this.#root();
    for (const token of tokens) {
      const isContainer = value !== null && typeof value === "object";
      origin = (isContainer ? this.#members.get(value as object)?.get(token) : undefined) ?? {
        document: origin.document,
        tokens: [...origin.tokens, token],
      };
      value = isContainer ? (value as Record<string, unknown>)[token] : undefined;
    }
    return origin;
  }

  set(container: Container, key: string, origin: Origin): void {
    const members = this.#members.get(container) ?? new Map<string, Origin>();
    members.set(key, origin);
    this.#members.set(container, members);
  }

  forget(container: Container, key: string): void {
    this.#members.get(container)?.delete(key);
  }
}
