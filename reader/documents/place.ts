import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import { toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { Contracts } from "./contracts.js";
import type { Document } from "./document.js";
import { resolveReference } from "./references.js";

/** A value in a contract, with its location. */
export interface Place {
  readonly document: Document;
  readonly tokens: readonly string[];
  readonly value: unknown;
}

/** The place at the tokens of a JSON Pointer into a document. */
export function placeAt(document: Document, tokens: readonly string[]): Place {
  return { document, tokens, value: valueAt(document.value, tokens) };
}

/** The place at further tokens below another one. */
export function below(place: Place, ...tokens: readonly string[]): Place {
  return {
    document: place.document,
    tokens: [...place.tokens, ...tokens],
    value: valueAt(place.value, tokens),
  };
}

/**
 * Follows `$ref` until the value isn't a reference: of a parameter, a response, a message and so on, whose references have no other
 * members that count. Never of a schema, whose keywords next to a `$ref` apply: `referredSchema` and `referenceChain` keep them.
 * References are known to resolve (`checkReferences`).
 */
export function dereference(contracts: Pick<Contracts, "documents">, place: Place): Place {
  let at = place;
  for (let hops = 0; hops <= maxJsonDepth; hops++) {
    const ref = (at.value as { $ref?: unknown } | null | undefined)?.$ref;
    if (typeof ref !== "string") return at;
    const resolution = resolveReference(contracts.documents, at.document, ref);
    if (resolution.kind !== "found") return at;
    at = resolution.target;
  }
  return at;
}

/** A place, and those that its `$ref`, and the references behind it, lead to: the keywords of all of these schemas apply. */
export function referenceChain(contracts: Pick<Contracts, "documents">, from: Place): readonly Place[] {
  const chain: Place[] = [];
  for (let at: Place | undefined = from; at !== undefined && chain.length <= maxJsonDepth; ) {
    chain.push(at);
    const ref: unknown = (at.value as { $ref?: unknown } | null | undefined)?.$ref;
    if (typeof ref !== "string") break;
    const resolution = resolveReference(contracts.documents, at.document, ref);
    at = resolution.kind === "found" ? resolution.target : undefined;
  }
  return chain;
}

/**
 * The schema that a `$ref` leads to. Follows schemas that are nothing but a reference, and stops at one that has
 * other keywords, since those apply too.
 */
export function referredSchema(contracts: Pick<Contracts, "documents">, from: Place, $ref: string): Place {
  let at: Place = { ...from, value: { $ref } };
  for (let hops = 0; hops <= maxJsonDepth; hops++) {
    const { $ref: ref } = at.value as { $ref: string };
    const resolution = resolveReference(contracts.documents, at.document, ref);
    if (resolution.kind !== "found") return at;
    at = resolution.target;
    if (!isOnlyReference(at.value)) return at;
  }
  return at;
}

/** Whether a schema is nothing but a reference: it has no other keyword. */
export function isOnlyReference(value: unknown): value is { readonly $ref: string } {
  return (
    value !== null &&
    typeof value === "object" &&
    typeof (value as { $ref?: unknown }).$ref === "string" &&
    Object.keys(value).length === 1
  );
}

/** A key that is unique to a place. */
export function placeKey(place: Pick<Place, "document" | "tokens">): string {
  return `${place.document.path}#${toPointer(place.tokens)}`;
}

/** The entries of a map in a contract, as places. */
export function childPlaces(place: Place): [string, Place][] {
  const { value } = place;
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [];
  return Object.keys(value).map((key) => [key, below(place, key)]);
}
