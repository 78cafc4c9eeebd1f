import { fromPointer, valueAt, valueAtPointer } from "@oipkit/runtime/json-pointer";
import { MalformedCase } from "../errors.js";
import type { ByteEdit } from "../suite/delivery.js";
import { changed } from "./change.js";
import { varied } from "./varied.js";

/** An edit of a body that reads its JSON and serializes it again. */
export type JsonEdit = Extract<
  ByteEdit,
  { vary: string } | { put: string } | { drop: string } | { copy: string } | { rename: string }
>;

/** Whether an edit is one of the JSON rather than of the bytes. */
export function isJsonEdit(edit: ByteEdit): edit is JsonEdit {
  return ["vary", "put", "drop", "copy", "rename"].some((kind) => kind in edit);
}

/** The document after the edit. Throws `MalformedCase` for a place that doesn't exist, and `NotApplicable`. */
export function jsonEdited<Value extends object>(document: Value, edit: JsonEdit): Value {
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
