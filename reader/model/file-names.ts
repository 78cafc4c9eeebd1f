import { kebabCase } from "./names.js";

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
  const name = cut(kebabCase(text)).replace(/-+$/, "");
  return device.test(name) ? `${name}_` : name;
}

function cut(name: string): string {
  const bytes = Buffer.from(name);
  if (bytes.length <= maxStem) return name;
  // What is left of a character at the end is replaced by U+FFFD.
  return bytes
    .subarray(0, maxStem)
    .toString()
    .replace(/\ufffd+$/, "");
}

/** The name of a contract's file if every system and `validators/` can have it; otherwise one derived from it. */
export function keptStem(stem: string): string {
  const isPlain = /^\w[\w-]*(?:\.[\w-]+)*$/.test(stem) && stem.length <= maxStem && isPortableName(stem);
  // `a.d.ts` declares `a.js`; the others are modules made of several contracts.
  return isPlain && !/\.(?:d|operations|webhooks|definitions)$/i.test(stem) ? stem : fileStem(stem);
}

/** Whether Windows can have a file of the name, which must have no separator. */
export function isPortableName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file name may have them
  if (/[\\/:*?"<>|\u0000-\u001f\u007f]|[. ]$/.test(name)) return false;
  return Buffer.byteLength(name) <= 255 && !device.test(name.split(".", 1)[0] ?? "");
}
