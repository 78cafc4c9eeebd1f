import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import { MalformedCase, NotApplicable } from "../errors.js";
import type { Variation, VariationName, Varied } from "../suite/variation.js";
import { changed } from "./change.js";

/** A document with one value varied. Throws `NotApplicable` if the variation doesn't change it, `MalformedCase` if it isn't text. */
export function varied<Value extends object>(document: Value, { vary, as }: Varied): Value {
  const value = valueAtPointer(document, vary);
  if (typeof value !== "string") throw new MalformedCase(`there is no text at ${vary}`);
  return changed(document, [{ set: vary, to: variation(value, as) }]);
}

/** A text varied into another text. Throws `NotApplicable` if the result isn't another text. */
export function variedText(text: string, as: Variation): string {
  const result = variation(text, as);
  if (typeof result !== "string") throw new MalformedCase("a text can't be varied into another type here");
  return result;
}

/** A text's variation, never equal to it. Throws `NotApplicable`. */
export function variation(text: string, as: Variation): unknown {
  const result = typeof as === "object" ? `${as.before ?? ""}${text}${as.after ?? ""}` : variations[as](text);
  if (result === text) throw new NotApplicable(`needs a text that changes as ${JSON.stringify(as)}`);
  return result;
}

const variations: Readonly<Record<VariationName, (text: string) => unknown>> = {
  "other-case": (text) =>
    [...text].map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase())).join(""),
  prefix: (text) => text.slice(0, -1),
  suffix: (text) => text.slice(1),
  empty: () => "",
  "inner-space": (text) => `${text.slice(0, text.length / 2)} ${text.slice(text.length / 2)}`,
  "full-width": (text) => text.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)),
  "low-bytes": (text) => text.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0x100)),
  "look-alike": (text) => text.replace(/[aceopxy]/, (each) => lookAlikes[each] ?? each),
  accented: (text) => text.replace(/[a-z\d]/i, (each) => `${each}\u0301`),
  "altered-first": (text) => alteredAt(text, 0),
  "altered-middle": (text) => alteredAt(text, Math.floor(text.length / 2)),
  "altered-last": (text) => alteredAt(text, text.length - 1),
  swapped: (text) => text.replace(/(.)(?!\1)(.)/su, "$2$1"),
  doubled: (text) => text + text,
  "percent-encoded": (text) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`,
  quoted: (text) => `"${text}"`,
  "in-array": (text) => [text],
  "in-object": (text) => ({ value: text }),
};

/** Cyrillic letters. */
const lookAlikes: Readonly<Record<string, string>> = {
  a: "\u0430",
  c: "\u0441",
  e: "\u0435",
  o: "\u043e",
  p: "\u0440",
  x: "\u0445",
  y: "\u0443",
};

function alteredAt(text: string, at: number): string {
  const [old = ""] = text.slice(at, at + 1);
  const to = /\d/.test(old) ? String((Number(old) + 1) % 10) : /[xX]/.test(old) ? "y" : "x";
  return text.slice(0, at) + to + text.slice(at + 1);
}
