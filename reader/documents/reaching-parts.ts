import type { Contracts } from "./contracts.js";
import type { Document } from "./document.js";
import { resolveReference } from "./references.js";

type Referring = Pick<Contracts, "documents">;

const known = new WeakMap<Referring, Map<string, ReadonlySet<object>>>();

/**
 * The objects and lists of contracts that are marked with a keyword (`readOnly: true`), contain one that is, or refer to one that does,
 * by any number of `$ref`s: few in a large document, so that nothing else has to be looked at. Found once for each keyword.
 */
export function partsReaching(contracts: Referring, keyword: string): ReadonlySet<object> {
  const before = known.get(contracts) ?? new Map<string, ReadonlySet<object>>();
  known.set(contracts, before);
  const found = before.get(keyword) ?? findReaching(contracts, keyword);
  before.set(keyword, found);
  return found;
}

function findReaching(contracts: Referring, keyword: string): ReadonlySet<object> {
  if (![...contracts.documents.values()].some(({ text }) => text.includes(keyword))) return new Set();
  const targets = reachingTargets(contracts, keyword);
  const reaching = new Set<object>();
  const visit = (value: unknown, document: Document): boolean => {
    if (value === null || typeof value !== "object") return false;
    const target = referenceTarget(contracts, document, value);
    let reaches = isMarked(value, keyword) || (target !== undefined && targets.has(target));
    for (const part of Object.values(value)) if (visit(part, document)) reaches = true;
    if (reaches) reaching.add(value);
    return reaches;
  };
  for (const document of contracts.documents.values()) visit(document.value, document);
  return reaching;
}

/** The objects that references lead to and that reach a mark. */
function reachingTargets(contracts: Referring, keyword: string): ReadonlySet<object> {
  const targets = referenceTargets(contracts);
  /** By a target: the targets that contain a reference to it. */
  const users = new Map<object, Set<object>>();
  const reaching = new Set<object>();
  const visit = (value: unknown, document: Document, around: readonly object[]): void => {
    if (value === null || typeof value !== "object") return;
    const inside = targets.has(value) ? [...around, value] : around;
    if (isMarked(value, keyword)) for (const each of inside) reaching.add(each);
    const target = referenceTarget(contracts, document, value);
    if (target !== undefined && inside.length > 0) {
      const others = users.get(target) ?? new Set<object>();
      users.set(target, others);
      for (const each of inside) others.add(each);
    }
    for (const part of Object.values(value)) visit(part, document, inside);
  };
  for (const document of contracts.documents.values()) visit(document.value, document, []);
  // A set also iterates over what is added meanwhile.
  for (const each of reaching) for (const user of users.get(each) ?? []) reaching.add(user);
  return reaching;
}

function referenceTargets(contracts: Referring): ReadonlySet<object> {
  const targets = new Set<object>();
  const visit = (value: unknown, document: Document): void => {
    if (value === null || typeof value !== "object") return;
    const target = referenceTarget(contracts, document, value);
    if (target !== undefined) targets.add(target);
    for (const part of Object.values(value)) visit(part, document);
  };
  for (const document of contracts.documents.values()) visit(document.value, document);
  return targets;
}

function isMarked(value: object, keyword: string): boolean {
  return (value as Readonly<Record<string, unknown>>)[keyword] === true;
}

/** What the `$ref` of an object leads to, if that is an object or a list. */
function referenceTarget({ documents }: Referring, document: Document, holder: object): object | undefined {
  const { $ref } = holder as { readonly $ref?: unknown };
  if (typeof $ref !== "string") return undefined;
  const resolution = resolveReference(documents, document, $ref);
  if (resolution.kind !== "found") return undefined;
  const { value } = resolution.target;
  if (value !== null && typeof value === "object") return value;
  return undefined;
}
