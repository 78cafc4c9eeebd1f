import type { Definition, Node, NodeObject } from "../../../reader/validation/nodes/node.js";
import { decideInclusion } from "../inclusion/decide.js";
import { accepts } from "../schemas/causes.js";
import { inPlace } from "../schemas/node-walk.js";
import type { TextRole } from "./number-texts.js";
import { InexactTexts } from "./scalar-texts.js";
import { type Inner, textNode } from "./text-nodes.js";
import { partNodes, possibleKinds, scalarKinds, type ValueKind } from "./value-kinds.js";
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
  /** Kinds of what is sent. */
  readonly sent: ReadonlySet<ValueKind>;
  /** Kinds of what is sent or read. */
  readonly all: ReadonlySet<ValueKind>;
}

/**
 * Two schemas of values as schemas of what is on the wire; the `notes` say what isn't exact. Then more is said to be sent, or less to be read:
 * an inclusion is one. Throws `InexactTexts` where that won't do.
 */
export function wireNodes(pair: WirePair, form: WireForm, notes: Set<string>): WirePair {
  const roots = [[pair.sent.node], [pair.read.node]] as const;
  const convert = (definition: Definition, role: TextRole): Definition => {
    const inner = { node: definition.node, at: definition.at };
    const node = wireNode(inner, { role, form, roots, notes });
    return { ...definition, key: `${definition.key} ${role}`, node };
  };
  return { sent: convert(pair.sent, "sent"), read: convert(pair.read, "read") };
}

/** What two versions say of a value: what is sent, and what is read. */
type Roots = readonly [sent: readonly Node[], read: readonly Node[]];

interface Converting {
  readonly role: TextRole;
  readonly form: WireForm;
  readonly roots: Roots;
  readonly notes: Set<string>;
}

function wireNode(inner: Inner, { role, form, roots, notes }: Converting): Node {
  switch (form.kind) {
    case "json":
      return inner.node;
    case "text":
      return textNode(inner, { role, notes, kinds: scalarKinds });
    case "styled":
      return styledNode(inner, findLayout(roots, form), { role, notes });
    case "fields":
      return fieldsNode(inner, { role, form, roots, notes });
  }
}

function findLayout([sending, reading]: Roots, form: StyledForm): Layout {
  const sent = new Set(sending.flatMap((node) => [...possibleKinds(node)]));
  const all = new Set([...sent, ...reading.flatMap((node) => [...possibleKinds(node)])]);
  return { form, isList: all.has("array") && form.style !== "deepObject", sent, all };
}

type Side = Pick<Converting, "role" | "notes">;

function styledNode(inner: Inner, { form, isList, sent, all }: Layout, side: Side): Node {
  if (form.style === "deepObject") return onlySent(textNode(inner, side), { minProperties: 1 }, side);
  const kinds = possibleKinds(inner.node);
  const alternatives: Node[] = [];
  if (kinds.has("object") && form.hasJsonObjects) alternatives.push(jsonObject(inner));
  else if (kinds.has("object") && all.size === 1) {
    const limit = { minProperties: form.where === "header" ? 0 : 1 };
    return onlySent(textNode(inner, side), limit, side);
  } else if (sent.has("object")) throw new InexactTexts("an object beside another type");
  if (isList && kinds.has("array")) alternatives.push(listNode(inner, form, side));
  const scalars = textNode(inner, { ...side, kinds: scalarKinds });
  if (scalars !== false) alternatives.push(isList ? listOfScalar(scalars, { inner, form, side }) : scalars);
  const [only = false, ...others] = alternatives;
  return others.length === 0 ? only : { at: inner.at, anyOf: alternatives, names: { anyOf: "type" } };
}

/** An object in a form, which is JSON. */
function jsonObject({ node, at }: Inner): Node {
  return { at, allOf: [node, { type: ["object"] }] };
}

function listNode(inner: Inner, form: StyledForm, side: Side): Node {
  const item = (part: Inner): Node => {
    if (!form.hasJsonObjects || !possibleKinds(part.node).has("object")) return textNode(part, side);
    const scalars = textNode(part, { ...side, kinds: scalarKinds });
    return scalars === false ? jsonObject(part) : { at: part.at, anyOf: [scalars, jsonObject(part)] };
  };
  const list = textNode(inner, { ...side, kinds: ["array"], parts: item });
  const isApart = repeats(form) || form.isEscaped;
  if (side.role === "read") return repeats(form) ? list : withEmptyText(list, list);
  const items: Node = isApart ? true : { not: { type: ["string"], pattern: escaped(form.delimiter) } };
  const some: Node = { allOf: [list, { items, minItems: 1 }] };
  // A header is sent even if it is empty.
  return form.where === "header" ? withEmptyText(some, list) : some;
}

/** The text of an empty list is that of a list of one empty text. */
function withEmptyText(node: Node, list: Node): Node {
  return accepts(list, []) ? { anyOf: [node, { enum: [[""]] }] } : node;
}

/** A plain value as a list: one text, or the texts between its delimiters, as far as they look like those of a list. */
function listOfScalar(
  scalars: Node,
  { inner, form, side }: { readonly inner: Inner; readonly form: StyledForm; readonly side: Side },
): Node {
  const { at } = inner;
  const one: NodeObject = { at, type: ["array"], prefixItems: [scalars], minItems: 1, maxItems: 1 };
  const named = { ...one, names: { type: "type", maxItems: "type" } };
  if (repeats(form) || (form.isEscaped && side.role === "sent")) return named;
  const delimiter = { type: ["string"], pattern: escaped(form.delimiter) };
  if (isIncluded(scalars, { not: delimiter })) return named;
  const some: Node = { at, type: ["array"], items: { type: ["string"] }, minItems: 2 };
  const isAny = isIncluded(delimiter, scalars);
  if (!isAny) side.notes.add("a text that may hold the delimiter of a list");
  return isAny || side.role === "sent" ? { at, anyOf: [named, some], names: { anyOf: "type" } } : named;
}

function fieldsNode(
  inner: Inner,
  { role, form, roots, notes }: Converting & { readonly form: FieldsForm },
): Node {
  const [sent, read] = roots;
  return textNode(inner, {
    role,
    notes,
    kinds: ["object"],
    parts: (part) => {
      if (typeof part.node === "boolean") return part.node;
      const field = findField(form, part.member ?? "");
      if (field.kind === "json") return part.node;
      const nodes: Roots = [fieldNodes(sent, part.member), fieldNodes(read, part.member)];
      return styledNode(part, findLayout(nodes, field), { role, notes });
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
function onlySent(node: Node, limit: NodeObject, { role }: Side): Node {
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
