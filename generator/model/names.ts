import { isReserved } from "../render/identifier.js";

/** The words of a text: ASCII letters and digits, split at any other character and at a change of case. */
export function words(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
}

/** A name such as `OrderPaid`. `Unnamed` if the text has no word. */
export function pascalCase(text: string): string {
  const name = words(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return name === "" ? "Unnamed" : /^[0-9]/.test(name) ? `N${name}` : name;
}

/** A name such as `orderPaid`. `unnamed` if the text has no word. */
export function camelCase(text: string): string {
  const [first = "unnamed", ...rest] = words(text);
  const head =
    first === first.toUpperCase() ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1);
  const name = head + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[0-9]/.test(name) ? `n${name}` : name;
}

/** A name such as `order-paid`. `unnamed` if the text has no word. */
export function kebabCase(text: string): string {
  return words(text).join("-").toLowerCase() || "unnamed";
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
    for (let number = 2; this.#taken.has(name.toLowerCase()); number++) name = `${wanted}${number}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
