import type { ContractFinding } from "../contracts.js";
import { type Document, scan } from "../document.js";
import { withExactNumbers } from "../exact-number.js";
import { isSchemaObject } from "../schema-walk.js";

/** A part of a document that can't be read as it is written, and what is read instead. */
export interface Edit {
  readonly document: Document;
  readonly tokens: readonly string[];
  /** What the part becomes; without it, it is left out. */
  readonly value?: unknown;
  /** Where the reason is, below the part. */
  readonly at?: readonly string[];
  /** Why; absent if another edit says so. */
  readonly finding?: Omit<ContractFinding, "severity">;
}

/** A document with parts replaced or left out. An item that is left out of a list moves those after it. */
export function edited(document: Document, edits: readonly Edit[]): Document {
  const removed = new Map<object, Set<string>>();
  const holder = { root: document.value };
  const copies = new Set<object>();
  for (const edit of edits) apply(holder, edit, { copies, removed });
  const kept = new Map<object, string[]>();
  const root = withoutRemoved(holder.root, { removed, kept });
  return {
    ...document,
    value: root,
    text: JSON.stringify(root),
    fileText: document.fileText ?? document.text,
    scan: scan(root, document.scan),
    findOrigin: (tokens) => {
      const original = originalTokens(root, tokens, kept);
      return document.findOrigin?.(original) ?? { document, tokens: original };
    },
  };
}

type Container = Record<string, unknown>;

interface Progress {
  /** The containers that are copies already. */
  readonly copies: Set<object>;
  /** What to leave out in the end: later edits name places as they were written. */
  readonly removed: Map<object, Set<string>>;
}

/** Changes a copy of the containers above the place. */
function apply(holder: { root: unknown }, { tokens, ...edit }: Edit, { copies, removed }: Progress): void {
  let at = holder as Container;
  for (const token of ["root", ...tokens.slice(0, -1)]) {
    const next = Object.hasOwn(at, token) ? at[token] : undefined;
    // A part of what another edit replaced.
    if (next === null || typeof next !== "object") return;
    const copy = copies.has(next)
      ? next
      : withExactNumbers(Array.isArray(next) ? [...next] : { ...next }, next);
    copies.add(copy);
    if (copy !== next) put(at, token, copy);
    at = copy as Container;
  }
  const key = tokens.at(-1);
  if (key === undefined) return;
  if ("value" in edit) put(at, key, edit.value);
  else removed.set(at, (removed.get(at) ?? new Set()).add(key));
}

/** Sets a member, even if its name is inherited, such as `__proto__`. */
function put(target: Container, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

interface Removal {
  readonly removed: ReadonlyMap<object, ReadonlySet<string>>;
  /** Of each list that lost items, where those that are left were. */
  readonly kept: Map<object, string[]>;
}

function withoutRemoved(value: unknown, removal: Removal): unknown {
  if (value === null || typeof value !== "object") return value;
  const { removed, kept } = removal;
  const gone = removed.get(value) ?? new Set();
  if (Array.isArray(value)) {
    const indexes = [...value.keys()].filter((index) => !gone.has(String(index)));
    const items = indexes.map((index) => withoutRemoved(value[index], removal));
    if (gone.size === 0 && items.every((item, index) => item === value[index])) return value;
    if (gone.size > 0) kept.set(items, indexes.map(String));
    return items;
  }
  let result: Container | undefined;
  for (const [key, item] of Object.entries(value)) {
    const inner = gone.has(key) ? undefined : withoutRemoved(item, removal);
    if (inner === item && !gone.has(key)) continue;
    result ??= withExactNumbers({ ...value }, value);
    if (gone.has(key)) delete result[key];
    else put(result, key, inner);
  }
  return result ?? value;
}

function originalTokens(root: unknown, tokens: readonly string[], kept: Removal["kept"]): readonly string[] {
  if (kept.size === 0) return tokens;
  let at = root;
  return tokens.map((token) => {
    const original = Array.isArray(at) ? (kept.get(at)?.[Number(token)] ?? token) : token;
    at = Array.isArray(at) || isSchemaObject(at) ? (at as Container)[token] : undefined;
    return original;
  });
}
