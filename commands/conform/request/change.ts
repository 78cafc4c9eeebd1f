import { fromPointer, valueAt, valueAtPointer } from "@oipkit/runtime/json-pointer";
import { MalformedCase, NotApplicable } from "../errors.js";
import type { ByteEdit, Change, Variation, VariationName, Varied } from "../suite/delivery.js";
import { compressed, encoded } from "./body-encoding.js";
import { respelled } from "./respelling.js";

/** A copy of a JSON value after the changes, made in order. Throws `MalformedCase` for a place that doesn't exist. */
export function changed<Value extends object>(value: Value, changes: readonly Change[]): Value {
  const copy = structuredClone(value);
  for (const change of changes) {
    if ("remove" in change) removeAt(copy, change.remove);
    else setAt(copy, change.set, change.to);
  }
  return copy;
}

function setAt(root: object, pointer: string, value: unknown): void {
  const { parent, key } = place(root, pointer);
  // Not an assignment, which would call the setter of a key like `__proto__`.
  Object.defineProperty(parent, key, { value, configurable: true, enumerable: true, writable: true });
}

function removeAt(root: object, pointer: string): void {
  const { parent, key } = place(root, pointer);
  if (!Object.hasOwn(parent, key)) throw new MalformedCase(`nothing to remove at ${pointer}`);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
}

function place(root: object, pointer: string): { parent: object; key: string } {
  const tokens = [...fromPointer(pointer)];
  const key = tokens.pop();
  const parent = valueAt(root, tokens);
  if (key === undefined || typeof parent !== "object" || parent === null) {
    throw new MalformedCase(`no value can be set at ${JSON.stringify(pointer)}`);
  }
  return { parent, key };
}

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
  "entity-encoded": (text) => `&#${text.charCodeAt(0)};${text.slice(1)}`,
  escaped: (text) => `"\\${text}"`,
  "encoded-word": (text) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`,
  "in-base64": (text) => Buffer.from(text).toString("base64"),
  "in-hex": (text) => Buffer.from(text).toString("hex"),
  joined: (text) => `${text}, ${text}`,
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
  return text.slice(0, at) + otherCharacter(text.charAt(at)) + text.slice(at + 1);
}

function otherCharacter(old: string): string {
  if (/\d/.test(old)) return String((Number(old) + 1) % 10);
  if (/[xX]/.test(old)) return "y";
  return "x";
}

/** The bytes after the edits, made in order; text is UTF-8. Throws `MalformedCase` if a text to replace is missing. */
export function edited(bytes: Uint8Array, edits: readonly ByteEdit[] = []): Uint8Array {
  return edits.reduce(edit, bytes);
}

function edit(bytes: Uint8Array, change: ByteEdit): Uint8Array {
  if (isJsonEdit(change)) return Buffer.from(JSON.stringify(jsonEdited(parse(bytes), change)));
  if ("append" in change) return Buffer.concat([bytes, Buffer.from(change.append)]);
  if ("prepend" in change) return Buffer.concat([Buffer.from(change.prepend), bytes]);
  if ("appendHex" in change) return Buffer.concat([bytes, Buffer.from(change.appendHex, "hex")]);
  if ("content" in change) return Buffer.from(change.content);
  if ("indent" in change) return reprinted(bytes, change.indent);
  if ("members" in change) return Buffer.from(JSON.stringify(reversed(parse(bytes))));
  if ("padTo" in change) {
    return Buffer.concat([bytes, Buffer.alloc(Math.max(0, change.padTo - bytes.length), " ")]);
  }
  if ("compress" in change) return compressed(bytes, change.compress);
  if ("encode" in change) return encoded(bytes, change.encode);
  if ("respell" in change) return Buffer.from(respelled(Buffer.from(bytes).toString("utf8"), change.respell));
  if ("stringified" in change) return Buffer.from(JSON.stringify(Buffer.from(bytes).toString("utf8")));
  const all = Buffer.from(bytes);
  const at = all.indexOf(change.replace);
  if (at < 0) throw new MalformedCase(`the body doesn't contain ${JSON.stringify(change.replace)}`);
  return Buffer.concat([
    all.subarray(0, at),
    replacement(change),
    all.subarray(at + Buffer.byteLength(change.replace)),
  ]);
}

/** The JSON of the bytes, printed with that many spaces of indentation. */
export function reprinted(bytes: Uint8Array, indent: number): Uint8Array {
  return Buffer.from(JSON.stringify(parse(bytes), null, indent));
}

function parse(bytes: Uint8Array): object {
  return JSON.parse(Buffer.from(bytes).toString("utf8")) as object;
}

function reversed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

function replacement(change: Extract<ByteEdit, { replace: string }>): Uint8Array {
  if ("with" in change) return Buffer.from(change.with);
  if ("withHex" in change) return Buffer.from(change.withHex, "hex");
  return Buffer.from("[".repeat(change.withNested) + "]".repeat(change.withNested));
}

/** An edit of a body that reads its JSON and serializes it again. */
type JsonEdit = Extract<
  ByteEdit,
  { vary: string } | { put: string } | { drop: string } | { copy: string } | { rename: string }
>;

/** Whether an edit is one of the JSON rather than of the bytes. */
function isJsonEdit(edit: ByteEdit): edit is JsonEdit {
  return ["vary", "put", "drop", "copy", "rename"].some((kind) => kind in edit);
}

/** The document after the edit. Throws `MalformedCase` for a place that doesn't exist, and `NotApplicable`. */
function jsonEdited<Value extends object>(document: Value, edit: JsonEdit): Value {
  if ("vary" in edit) return varied(document, edit);
  if ("put" in edit) return changed(document, [{ set: edit.put, to: edit.value }]);
  if ("drop" in edit) return changed(document, [{ remove: edit.drop }]);
  if ("copy" in edit) return changed(document, [{ set: edit.to, to: valueAtPointer(document, edit.copy) }]);
  return renamed(document, edit);
}

/** The document with a member under another name, at the same position. */
function renamed<Value extends object>(
  document: Value,
  { rename, to }: Extract<JsonEdit, { rename: string }>,
): Value {
  const tokens = [...fromPointer(rename)];
  const name = tokens.pop() ?? "";
  const parent = valueAt(document, tokens);
  if (typeof parent !== "object" || parent === null || !Object.hasOwn(parent, name))
    throw new MalformedCase(`nothing to rename at ${rename}`);
  const members = Object.fromEntries(
    Object.entries(parent).map(([key, value]) => [key === name ? to : key, value]),
  );
  if (tokens.length === 0) return members as Value;
  return changed(document, [{ set: `/${tokens.join("/")}`, to: members }]);
}
