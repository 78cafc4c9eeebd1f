import { escapeToken } from "@oipkit/runtime/json-pointer";

/** A change of one place of a document. */
export interface Mutation {
  /** Which of the document's places, as a part of all of them. */
  readonly at: number;
  readonly change: Change;
}

/** `replace` the value, `remove` it, add it under another name, `rename` it, or put another part of the document in its place. */
export type Change =
  | { readonly kind: "replace"; readonly value: unknown }
  | { readonly kind: "remove" }
  | { readonly kind: "copy"; readonly name: string }
  | { readonly kind: "rename"; readonly name: string }
  | { readonly kind: "transplant"; readonly from: number };

type Container = Record<string, unknown>;

interface Spot {
  readonly holder: Container;
  readonly key: string;
  readonly pointer: string;
}

/** A mutant of a document, and where it differs. */
export function mutant(document: object, { at, change }: Mutation): { value: object; pointer: string } {
  const value = structuredClone(document) as Container;
  const spots = spotsIn(value);
  const spot = spots[Math.floor(at * spots.length)] as Spot;
  const { holder, key, pointer } = spot;
  switch (change.kind) {
    case "replace":
      holder[key] = structuredClone(change.value);
      break;
    case "transplant": {
      const from = spots[Math.floor(change.from * spots.length)] as Spot;
      holder[key] = structuredClone(from.holder[from.key]);
      break;
    }
    case "remove":
      drop(holder, key);
      break;
    case "copy":
      put(holder, change.name, structuredClone(holder[key]));
      break;
    case "rename": {
      const part = holder[key];
      drop(holder, key);
      put(holder, change.name, part);
      break;
    }
  }
  return { value, pointer };
}

function put(holder: Container, name: string, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value);
  else holder[name] = value;
}

function drop(holder: Container, key: string): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

function spotsIn(root: Container): Spot[] {
  const found: Spot[] = [];
  const visit = (holder: Container, above: string): void => {
    for (const key of Object.keys(holder)) {
      const pointer = `${above}/${escapeToken(key)}`;
      found.push({ holder, key, pointer });
      const value = holder[key];
      if (value !== null && typeof value === "object") visit(value as Container, pointer);
    }
  };
  visit(root, "");
  return found;
}
