import { numbered, words } from "../documents/words.js";
import { isReserved } from "../text/code/identifier.js";

/** A name such as `OrderPaid`. `Unnamed` if the text has no word. */
export function pascalCase(text: string): string {
  const name = words(text).map(capitalized).join("");
  return name === "" ? "Unnamed" : startable(name, "N");
}

/** A name such as `orderPaid`. `unnamed` if the text has no word. */
export function camelCase(text: string): string {
  const [first = "unnamed", ...rest] = words(text);
  const isUpper = first === first.toUpperCase();
  const head = isUpper ? first.toLowerCase() : withFirst(first, (letter) => letter.toLowerCase());
  return startable(head + rest.map(capitalized).join(""), "n");
}

/** A name such as `order-paid`. `unnamed` if the text has no word. */
export function kebabCase(text: string): string {
  return words(text).join("-").toLowerCase().normalize("NFC") || "unnamed";
}

/** A name that an identifier can start with: it can't with a digit. */
function startable(name: string, prefix: string): string {
  return /^\p{ID_Start}/u.test(name) ? name : prefix + name;
}

function capitalized(word: string): string {
  return withFirst(word, (letter) => letter.toUpperCase());
}

function withFirst(word: string, change: (letter: string) => string): string {
  const [first = "", ...others] = word;
  return (change(first) + others.join("")).normalize("NFC");
}

/** Hands out unique names; a name that is taken gets a number appended. Ignores case, as some file systems do. */
export class Names {
  readonly #taken = new Set<string>();

  constructor(taken: readonly string[] = []) {
    for (const name of taken) this.#taken.add(name.toLowerCase());
  }

  /** A name for a binding; `take("delete")` is `delete_`. */
  take(wanted: string): string {
    return this.takeProperty(isReserved(wanted) ? `${wanted}_` : wanted);
  }

  /** A name for a property or a file, for which reserved words are fine. */
  takeProperty(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.#taken.has(name.toLowerCase()); number++) name = numbered(wanted, number);
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
