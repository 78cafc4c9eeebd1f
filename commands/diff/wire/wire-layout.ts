import type { Definition, Node, NodeObject } from "../../../reader/validation/nodes/node.js";
import { decideInclusion } from "../inclusion/decide.js";
import { accepts } from "../schemas/causes.js";
import { inPlace } from "../schemas/node-walk.js";
import type { TextRole } from "./number-texts.js";
import { InexactTexts } from "./scalar-texts.js";
import { type Inner, textNode } from "./text-nodes.js";
import { partNodes, possibleKinds, scalarKinds } from "./value-kinds.js";
import { type FieldsForm, findField, repeats, type StyledForm, type WireForm } from "./wire-form.js";

/** A schema of what is sent, and one of what is read. */
export interface WirePair {
  readonly sent: Definition;
  readonly read: Definition;
}

/** How values of both versions are laid out as JSON with texts: a list if either version may have one. */
interface Layout {
  readonly form: StyledForm;
  readonly isList: boolean;
  readonly isObject: boolean;
}

/** Two schemas of values as schemas of what is on the wire. Throws `InexactTexts`. */
export function wireNodes(pair: WirePair, form: WireForm): WirePair {
  const roots = [pair.sent.node, pair.read.node];
  const convert = (definition: Definition, role: TextRole): Definition => {
    const inner = { node: definition.node, at: definition.at };
    const node = wireNode(inner, { role, form, roots });
    return { ...definition, key: `${definition.key} ${role}`, node };
  };
  return { sent: convert(pair.sent, "sent"), read: convert(pair.read, "read") };
}

interface Converting {
  readonly role: TextRole;
  readonly form: WireForm;
  /** The schemas of both versions. */
  readonly roots: readonly Node[];
}

function wireNode(inner: Inner, { role, form, roots }: Converting): Node {
  switch (form.kind) {
    case "json":
      return inner.node;
    case "text":
      return textNode(inner, { role, kinds: scalarKinds });
    case "styled":
      return styledNode(inner, findLayout(roots, form), role);
    case "fields":
      return fieldsNode(inner, { role, form, roots });
  }
}

function findLayout(nodes: readonly Node[], form: StyledForm): Layout {
  const kinds = new Set(nodes.flatMap((node) => [...possibleKinds(node)]));
  const isObject = kinds.has("object");
  const isList = kinds.has("array") && form.style !== "deepObject";
  if (isObject && kinds.size > 1) {
    // The text of an object may be that of a string, or of a list.
    if (!form.hasJsonObjects) throw new InexactTexts("an object beside another type");
    if (kinds.has("string")) throw new InexactTexts("an object beside a string");
  }
  return { form, isList, isObject };
}

function styledNode(inner: Inner, { form, isList, isObject }: Layout, role: TextRole): Node {
  if (isObject && !isList) {
    if (form.hasJsonObjects) return inner.node;
    return onlySent(textNode(inner, { role }), { minProperties: form.where === "header" ? 0 : 1 }, role);
  }
  if (form.style === "deepObject") return textNode(inner, { role });
  if (!isList) return textNode(inner, { role, kinds: scalarKinds });
  const kinds = possibleKinds(inner.node);
  const alternatives: Node[] = [];
  if (kinds.has("array")) alternatives.push(listNode(inner, form, role));
  const scalars = textNode(inner, { role, kinds: scalarKinds });
  if (scalars !== false) alternatives.push(listOfScalar(scalars, { inner, form, role }));
  if (kinds.has("object")) throw new InexactTexts("an object beside a list");
  const [only = false, ...others] = alternatives;
  return others.length === 0 ? only : { at: inner.at, anyOf: alternatives, names: { anyOf: "type" } };
}

function listNode(inner: Inner, form: StyledForm, role: TextRole): Node {
  const itemKinds = new Set(partNodes(inner.node).flatMap((each) => [...possibleKinds(each)]));
  if (form.hasJsonObjects && itemKinds.has("object")) {
    if (itemKinds.size > 1) throw new InexactTexts("an object beside another type");
    return onlySent({ allOf: [inner.node, { type: ["array"] }] }, { minItems: 1 }, role);
  }
  const list = textNode(inner, { role, kinds: ["array"] });
  const isApart = repeats(form) || form.isEscaped;
  if (role === "sent") {
    const items: NodeObject = isApart
      ? { type: ["string"] }
      : { type: ["string"], not: { pattern: escaped(form.delimiter) } };
    const some: Node = { allOf: [list, { items, minItems: 1 }] };
    // A header is sent even if it is empty.
    return form.where === "header" ? withEmptyText(some, list) : some;
  }
  return repeats(form) ? list : withEmptyText(list, list);
}

/** The text of an empty list is that of a list of one empty text. */
function withEmptyText(node: Node, list: Node): Node {
  return accepts(list, []) ? { anyOf: [node, { enum: [[""]] }] } : node;
}

/** A plain value as a list: one text, or the texts between its delimiters, as far as they look like those of a list. */
function listOfScalar(
  scalars: Node,
  { inner, form, role }: { readonly inner: Inner; readonly form: StyledForm; readonly role: TextRole },
): Node {
  const one: NodeObject = { at: inner.at, type: ["array"], prefixItems: [scalars], minItems: 1, maxItems: 1 };
  const named = { ...one, names: { type: "type", maxItems: "type" } };
  if (repeats(form) || (form.isEscaped && role === "sent")) return named;
  const delimiter = escaped(form.delimiter);
  if (isIncluded(scalars, { not: { type: ["string"], pattern: delimiter } })) return named;
  if (isIncluded({ type: ["string"] }, scalars))
    return { at: inner.at, type: ["array"], items: { type: ["string"] }, minItems: 1 };
  throw new InexactTexts("a text that may hold the delimiter of a list");
}

function fieldsNode(inner: Inner, { role, form, roots }: Converting & { readonly form: FieldsForm }): Node {
  const kinds = new Set(roots.flatMap((node) => [...possibleKinds(node)]));
  if (kinds.size !== 1 || !kinds.has("object")) throw new InexactTexts("a form that is no object");
  return textNode(inner, {
    role,
    parts: (part) => {
      if (typeof part.node === "boolean") return part.node;
      const field = findField(form, part.member ?? "");
      if (field.kind === "json") return part.node;
      return styledNode(part, findLayout(fieldNodes(roots, part.member), field), role);
    },
  });
}

/** What the schemas of forms say of a member; without its name, or where members have no names, of all members. */
function fieldNodes(roots: readonly Node[], member: string | undefined): Node[] {
  const applied = inPlace(roots);
  const isOpen = applied.some(
    ({ additionalProperties, patternProperties }) =>
      typeof additionalProperties === "object" || patternProperties !== undefined,
  );
  if (member === undefined || isOpen)
    return roots.flatMap(partNodes).filter((each) => typeof each === "object");
  return applied.flatMap(({ properties = {} }) =>
    Object.hasOwn(properties, member) ? [properties[member] ?? true] : [],
  );
}

/** What isn't written if it is empty. */
function onlySent(node: Node, limit: NodeObject, role: TextRole): Node {
  return role === "sent" ? { allOf: [node, limit] } : node;
}

const time = { time: 500, now: () => 0 };

function isIncluded(of: Node, within: Node): boolean {
  const [one, other] = [of, within].map((node, at) => ({ key: `texts ${at}`, at: `texts ${at}#`, node }));
  if (one === undefined || other === undefined) return false;
  return decideInclusion({ of: one, in: other }, time).kind === "included";
}

function escaped(delimiter: string): string {
  return delimiter.replace(/[.|]/g, "\\$&");
}
