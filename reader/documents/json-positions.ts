import { arrayIndex } from "@oipkit/runtime/json-pointer";

/** Where a value of a JSON text is. Offsets are in UTF-16 units. */
export interface JsonPosition {
  readonly from: number;
  /** The end of a scalar; of a container, the offset after its bracket. */
  readonly to: number;
  /** Its name with the quotes, if it is a member of an object. */
  readonly key?: { readonly from: number; readonly to: number } | undefined;
}

interface Child {
  readonly key?: JsonPosition["key"];
  /** Offset of the value. */
  readonly value: number;
}

const quote = 34;
const backslash = 92;

/**
 * Positions in a valid JSON text without repeated names. Only the objects and arrays on the way to a position are read; the values
 * beside it are skipped, and no tree is built, which for a large document takes longer than parsing it.
 */
export class JsonPositions {
  readonly #children = new Map<number, ReadonlyMap<string, Child>>();

  constructor(readonly text: string) {}

  /** The position of a value, or of its nearest parent that exists, and whether it is the value itself. */
  of(tokens: readonly string[]): { readonly position: JsonPosition; readonly isComplete: boolean } {
    let child: Child = { value: this.#skipSpace(0) };
    for (const token of tokens) {
      const isArray = this.text[child.value] === "[";
      const next = this.#childrenOf(child.value).get(isArray ? String(arrayIndex(token)) : token);
      if (next === undefined) return { position: this.#position(child), isComplete: false };
      child = next;
    }
    return { position: this.#position(child), isComplete: true };
  }

  #position({ key, value }: Child): JsonPosition {
    const isContainer = this.text[value] === "{" || this.text[value] === "[";
    return { from: value, to: isContainer ? value + 1 : this.#valueEnd(value), key };
  }

  /** By name or index; none of a scalar. */
  #childrenOf(container: number): ReadonlyMap<string, Child> {
    const known = this.#children.get(container);
    if (known !== undefined) return known;
    const children = new Map<string, Child>();
    this.#children.set(container, children);
    const { text } = this;
    const isObject = text[container] === "{";
    if (!isObject && text[container] !== "[") return children;
    let at = this.#skipSpace(container + 1);
    while (at < text.length && text[at] !== "}" && text[at] !== "]") {
      let child: Child = { value: at };
      let name = String(children.size);
      if (isObject) {
        const to = this.#stringEnd(at);
        name = nameOf(text.slice(at, to));
        child = { key: { from: at, to }, value: this.#skipSpace(this.#skipSpace(to) + 1) };
      }
      children.set(name, child);
      at = this.#skipSpace(this.#valueEnd(child.value));
      if (text[at] === ",") at = this.#skipSpace(at + 1);
    }
    return children;
  }

  #skipSpace(from: number): number {
    let at = from;
    for (let c = this.text.charCodeAt(at); c === 32 || c === 10 || c === 13 || c === 9; )
      c = this.text.charCodeAt(++at);
    return at;
  }

  /** The offset after the string that starts at a quote. */
  #stringEnd(from: number): number {
    for (let end = this.text.indexOf('"', from + 1); end >= 0; end = this.text.indexOf('"', end + 1)) {
      let slashes = 0;
      while (this.text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
      if (slashes % 2 === 0) return end + 1;
    }
    return this.text.length;
  }

  #valueEnd(from: number): number {
    const { text } = this;
    let depth = 0;
    for (let at = from; at < text.length; at++) {
      const c = text.charCodeAt(at);
      if (c === quote) {
        at = this.#stringEnd(at) - 1;
        if (depth === 0) return at + 1;
      } else if (c === 123 || c === 91) depth++;
      else if (c === 125 || c === 93) {
        if (depth === 0) return at;
        if (--depth === 0) return at + 1;
      } else if (depth === 0 && (c === 44 || c <= 32)) return at;
    }
    return text.length;
  }
}

function nameOf(quoted: string): string {
  return quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}
