import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { exactSupport } from "../../../reader/validation/exact-support.js";
import type { Node } from "../../../reader/validation/nodes/node.js";
import type { Violation } from "../../../reader/validation/violation.js";
import type { Question } from "../inclusion/decide.js";
import { inPlace, schemaAt } from "./node-walk.js";

/** Alternatives in alternatives that are looked into. Guessed: deeper ones are rare. */
const mostChoices = 8;

/**
 * What a schema finds wrong with a document that others accept, each thing once: of a wrong type, no list of values tells more; and where no
 * alternative fits any more, what the one that fitted finds wrong now.
 */
export function withCauses({ of, in: within }: Question, document: unknown): readonly Violation[] {
  return causes({ of, in: within }, document, 0);
}

/** Whether a value is valid; not if it is nested too deeply to say. */
export function accepts(node: Node, value: unknown): boolean {
  try {
    return exactSupport().conforms(node, value);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

interface Versions {
  /** Accepts the document. */
  readonly of: Node;
  /** Refuses it. */
  readonly in: Node;
}

function causes(versions: Versions, document: unknown, level: number): readonly Violation[] {
  const all = withoutEchoes(findViolations(versions.in, document));
  if (level === mostChoices) return all;
  return all.flatMap((violation) => {
    const fitting = fittingAlternative(versions, violation, document);
    const inner = fitting === undefined ? [] : causes(fitting, document, level + 1);
    return inner.length === 0 ? [violation] : inner;
  });
}

function findViolations(schema: Node, document: unknown): readonly Violation[] {
  const all = exactSupport().findings(document, { accepts: (value) => accepts(schema, value), schema });
  // What the alternatives of a value say only explains why none of them fits.
  const choices = all.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  const outer = choices.filter((each) => !choices.some((other) => isBelow(each, other) && each !== other));
  return all.filter((each) => outer.includes(each) || !outer.some((choice) => isBelow(each, choice)));
}

/** Whether a violation is about a part of a value, or about the same one in a part of the schema. */
function isBelow({ pointer, schemaPointer, keyword }: Violation, above: Violation): boolean {
  if (pointer.startsWith(`${above.pointer}/`)) return true;
  const isChoice = keyword === "anyOf" || keyword === "oneOf";
  return pointer === above.pointer && (!isChoice || schemaPointer.startsWith(`${above.schemaPointer}/`));
}

function withoutEchoes(violations: readonly Violation[]): readonly Violation[] {
  const types = violations.filter(({ keyword }) => keyword === "type").map(schemaKey);
  return violations.filter(
    (each) => !(["enum", "const"].includes(each.keyword) && types.includes(schemaKey(each))),
  );
}

/** The schema that has the keyword, and the value. */
function schemaKey({ pointer, schemaPointer }: Violation): string {
  return `${pointer} ${schemaPointer.slice(0, schemaPointer.lastIndexOf("/"))}`;
}

/** Of a choice that fits no more, the alternative that did, in both versions, as schemas of the whole document. */
function fittingAlternative(
  versions: Versions,
  { keyword, pointer, schemaPointer }: Violation,
  document: unknown,
): Versions | undefined {
  if (keyword !== "anyOf" && keyword !== "oneOf") return undefined;
  const path = fromPointer(pointer);
  const value = valueAt(document, path);
  const [old, current] = [versions.of, versions.in].map((node) =>
    alternativesAt({ node, path, keyword }, document),
  );
  if (old === undefined || current === undefined) return undefined;
  for (const [place, { node }] of old.entries()) {
    const name = referredName(node);
    const other =
      name === undefined ? current[place] : current.find((each) => referredName(each.node) === name);
    if (name === undefined && old.length !== current.length) continue;
    if (other === undefined || referredName(other.node) !== name) continue;
    if (!accepts(node, value) || accepts(other.node, value)) continue;
    const at = `${schemaPointer}/${other.index}`;
    const placed = typeof other.node === "object" ? { ...other.node, at: other.node.at ?? at } : other.node;
    return { of: around(node, path, document), in: around(placed, path, document) };
  }
  return undefined;
}

interface Choice {
  readonly node: Node;
  readonly path: readonly string[];
  readonly keyword: "anyOf" | "oneOf";
}

/** The alternatives for a value in a document, each with its index. The innermost come first: they are what a violation is about. */
function alternativesAt(
  { node, path, keyword }: Choice,
  document: unknown,
): { readonly node: Node; readonly index: number }[] {
  let at: Node | undefined = node;
  for (const [index, token] of path.entries()) {
    if (at === undefined) return [];
    at = schemaAt(at, token, valueAt(document, path.slice(0, index)));
  }
  if (at === undefined) return [];
  return inPlace([at])
    .reverse()
    .flatMap((each) => (each[keyword] ?? []).map((alternative, index) => ({ node: alternative, index })));
}

/** Where the schema is that an alternative refers to, in its document. */
function referredName(node: Node): string | undefined {
  if (typeof node === "boolean" || typeof node.$ref !== "function") return undefined;
  const { at } = node.$ref.definition;
  return at.slice(at.indexOf("#"));
}

/** A schema of a document that says something of one value in it. */
function around(node: Node, path: readonly string[], document: unknown): Node {
  const [token, ...others] = path;
  if (token === undefined) return node;
  const inner = around(node, others, valueAt(document, [token]));
  if (!Array.isArray(document)) return { properties: { [token]: inner } };
  return { prefixItems: [...Array.from({ length: Number(token) }, () => true), inner] };
}
