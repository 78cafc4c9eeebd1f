import { createHash } from "node:crypto";
import { numbered, words } from "../documents/words.js";
import { isReserved } from "../text/code/identifier.js";

/** A name such as `OrderPaid`. `Unnamed` if the text has no word. */
export function pascalCase(text: string): string {
  const name = words(text).map(capitalized).join("");
  if (name === "") return "Unnamed";
  return startable(name, "N");
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
  if (/^\p{ID_Start}/u.test(name)) return name;
  return prefix + name;
}

function capitalized(word: string): string {
  return withFirst(word, (letter) => letter.toUpperCase());
}

function withFirst(word: string, change: (letter: string) => string): string {
  const [first = "", ...others] = word;
  return (change(first) + others.join("")).normalize("NFC");
}

/** Hands out unique names; a name that is taken gets an end that makes it one. Ignores case, as some file systems do. */
export class Names {
  readonly #taken = new Set<string>();

  constructor(taken: readonly string[] = []) {
    for (const name of taken) this.#taken.add(name.toLowerCase());
  }

  /** Whether a name is taken. */
  has(name: string): boolean {
    return this.#taken.has(name.toLowerCase());
  }

  /** A name for a binding; `take("delete")` is `delete_`. The end is made of the `key`, if there is one, and a number otherwise. */
  take(wanted: string, key?: string): string {
    return this.takeProperty(isReserved(wanted) ? `${wanted}_` : wanted, key);
  }

  /** A name for a property or a file, for which reserved words are fine. */
  takeProperty(wanted: string, key?: string): string {
    const base = key !== undefined && this.has(wanted) ? `${wanted}_${shortDigest(key)}` : wanted;
    let name = base;
    for (let number = 2; this.has(name); number++) name = numbered(base, number);
    this.#taken.add(name.toLowerCase());
    return name;
  }
}

/** Eight characters that a text always has, for names that no other thing's coming or going changes. */
export function shortDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/** The longest name without its extensions, in bytes of UTF-8: file systems allow 255, and the longest extension has 15. */
const maxStem = 200;

/** Names that Windows gives to devices, whatever extension follows. */
const device = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/** Names of the files in `validators/` that belong to no contract. */
export const ownValidatorFiles: readonly string[] = [
  "index",
  "catalog",
  "support",
  "violation",
  "standard-schema",
];

/**
 * The name of a file or folder, made of any text: `Order Paid` → `order-paid`. Only lowercase letters of any script in Unicode's form
 * NFC, digits, `-` and a final `_`, so it is one name on every system, and the same text in a path or an import. It may be taken.
 */
export function fileStem(text: string): string {
  const name = cut(kebabCase(text)).replace(/(?<!-)-+$/, "");
  if (device.test(name)) return `${name}_`;
  return name;
}

function cut(name: string): string {
  const bytes = Buffer.from(name);
  if (bytes.length <= maxStem) return name;
  // What is left of a character at the end is replaced by U+FFFD.
  return bytes
    .subarray(0, maxStem)
    .toString()
    .replace(/(?<!\ufffd)\ufffd+$/, "");
}

/** The name of a contract's file if every system and `validators/` can have it; otherwise one derived from it. */
export function keptStem(stem: string): string {
  const isPlain = /^\w[\w-]*(?:\.[\w-]+)*$/.test(stem) && stem.length <= maxStem && isPortableName(stem);
  // `a.d.ts` declares `a.js`; the others are modules made of several contracts.
  if (isPlain && !/\.(?:d|operations|webhooks|definitions)$/i.test(stem)) return stem;
  return fileStem(stem);
}

/** Whether Windows can have a file of the name, which must have no separator. */
export function isPortableName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file name may have them
  if (/[\\/:*?"<>|\u0000-\u001f\u007f]|[. ]$/.test(name)) return false;
  return Buffer.byteLength(name) <= 255 && !device.test(name.split(".", 1)[0] ?? "");
}

/** A text from a contract; `undefined` if it is absent, empty or not a string. */
export function memberText(value: unknown): string | undefined {
  if (typeof value === "string" && value.trim() !== "") return value;
  return undefined;
}
