import type { Document } from "../document.js";
import { withAllExactNumbers } from "../exact-number.js";
import { isSchemaObject as isRecord } from "../schema-walk.js";

type Json = Record<string, unknown>;

/** The value can't be merged with the value at the target. */
export class MergeConflict extends Error {
  constructor(
    /** Tokens below the value that was to be merged. */
    readonly tokens: readonly string[],
    message: string,
  ) {
    super(message);
  }
}

/** The value to insert, and where each part of it was written. */
export interface Insertion {
  readonly value: unknown;
  /** The origin of the value at these tokens below the inserted value. */
  readonly findOrigin: (tokens: readonly string[]) => OverlayOrigin;
  /** Its parts were written in several places. */
  readonly isPieced: boolean;
}

/** A copy that shares nothing with its original. */
export function deepCopy<T>(value: T): T {
  if (value === undefined) return value;
  return withAllExactNumbers(JSON.parse(JSON.stringify(value)) as T, value);
}

/** Merges into an object by the rules of Overlay 1.1: objects are merged by member, lists are concatenated, anything else is replaced. */
export function mergeObject(target: Json, insertion: Insertion, origins: OverlayOrigins): void {
  const { value } = insertion;
  if (!isRecord(value)) throw new MergeConflict([], `${describeKind(value)} can't be merged with an object`);
  for (const key of Object.keys(value)) {
    const member = below(insertion, key);
    const present = Object.hasOwn(target, key) ? target[key] : undefined;
    if (present === undefined || (!isContainer(present) && !isContainer(member.value))) {
      put({ target, key }, member, origins);
      continue;
    }
    try {
      if (isRecord(present)) mergeObject(present as Json, member, origins);
      else if (Array.isArray(present) && Array.isArray(member.value)) append(present, member, origins);
      else
        throw new MergeConflict(
          [],
          `${describeKind(member.value)} can't be merged with ${describeKind(present)}`,
        );
    } catch (error) {
      if (!(error instanceof MergeConflict)) throw error;
      throw new MergeConflict([key, ...error.tokens], error.message);
    }
  }
}

/** Appends the items of a list, or a single value as one item. */
export function append(target: unknown[], insertion: Insertion, origins: OverlayOrigins): void {
  const { value } = insertion;
  const items = Array.isArray(value) ? value.map((_, index) => below(insertion, String(index))) : [insertion];
  for (const item of items) put({ target, key: String(target.length) }, item, origins);
}

/** Sets a member, even if its name is inherited, such as `__proto__`. */
export function put(
  { target, key }: { readonly target: Json | unknown[]; readonly key: string },
  insertion: Insertion,
  origins: OverlayOrigins,
): void {
  const value = deepCopy(insertion.value);
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  origins.set(target, key, insertion.findOrigin([]));
  if (insertion.isPieced) markPieces(value, insertion, origins);
}

function markPieces(value: unknown, insertion: Insertion, origins: OverlayOrigins): void {
  if (!isContainer(value)) return;
  for (const key of Object.keys(value as object)) {
    const member = below(insertion, key);
    origins.set(value as Json, key, member.findOrigin([]));
    markPieces((value as Json)[key], member, origins);
  }
}

/** Removes a member; items after it in a list keep their origins. `tokens` is the path of the container. */
export function remove(
  container: Json | unknown[],
  key: string,
  { origins, tokens }: { origins: OverlayOrigins; tokens: readonly string[] },
): void {
  if (!Array.isArray(container)) {
    delete container[key];
    origins.forget(container, key);
    return;
  }
  const at = Number(key);
  const behind = container.slice(at + 1).map((_, index) => origins.of([...tokens, String(at + 1 + index)]));
  container.splice(at, 1);
  for (const [index, origin] of behind.entries()) origins.set(container, String(at + index), origin);
  origins.forget(container, String(container.length));
}

/** The kind of a JSON value, in words for a message. */
export function describeKind(value: unknown): string {
  if (isRecord(value)) return "an object";
  if (Array.isArray(value)) return "a list";
  return "a single value";
}

/** Whether a JSON value is an object or a list. */
export function isContainer(value: unknown): boolean {
  return value !== null && typeof value === "object";
}

function below({ value, findOrigin, isPieced }: Insertion, key: string): Insertion {
  return { value: (value as Json)[key], findOrigin: (tokens) => findOrigin([key, ...tokens]), isPieced };
}

/** Where a value was written: in the document itself, or in an overlay. */
export interface OverlayOrigin {
  readonly document: Document;
  readonly tokens: readonly string[];
}

type Container = Record<string, unknown> | unknown[];

/** Records where the members of a changed document were written, if not at their own path. */
export class OverlayOrigins {
  readonly #members = new WeakMap<object, Map<string, OverlayOrigin>>();
  readonly #document: Document;
  readonly #root: () => unknown;

  constructor(document: Document, root: () => unknown) {
    this.#document = document;
    this.#root = root;
  }

  /** The origin of a place in the changed document, or of its nearest ancestor if the place doesn't exist. */
  of(tokens: readonly string[]): OverlayOrigin {
    let origin: OverlayOrigin = { document: this.#document, tokens: [] };
    let value = this.#root();
    for (const token of tokens) {
      const isContainer = value !== null && typeof value === "object";
      origin = (isContainer ? this.#members.get(value as object)?.get(token) : undefined) ?? {
        document: origin.document,
        tokens: [...origin.tokens, token],
      };
      value = isContainer ? (value as Record<string, unknown>)[token] : undefined;
    }
    return origin;
  }

  set(container: Container, key: string, origin: OverlayOrigin): void {
    const members = this.#members.get(container) ?? new Map<string, OverlayOrigin>();
    members.set(key, origin);
    this.#members.set(container, members);
  }

  forget(container: Container, key: string): void {
    this.#members.get(container)?.delete(key);
  }
}
