import type { Contracts } from "../../generator/read/contracts.js";
import { dereference, keyOf, type Place } from "../../generator/read/place.js";
import { canonical } from "../inclusion/goal/canonical.js";
import { type SchemaParts, schemaParts } from "./schema-parts.js";

/** Something that a schema declares in one version only. */
export type Note =
  | {
      readonly kind: "member-added" | "member-removed";
      readonly name: string;
      readonly isRequired: boolean;
      /** Whether objects of the other version refuse the member. */
      readonly isRefused: boolean;
      /** The member in its version, and the object's schema in the other one. */
      readonly old: Place;
      readonly new: Place;
    }
  | { readonly kind: "member-deprecated"; readonly name: string; readonly old: Place; readonly new: Place }
  | {
      readonly kind: "value-added" | "value-removed";
      readonly value: unknown;
      readonly old: Place;
      readonly new: Place;
    };

interface Pair {
  readonly old: Place;
  readonly new: Place;
}

interface Known {
  readonly notes: readonly Note[];
  readonly inner: readonly string[];
}

/**
 * Finds what schemas declare in one version only. An open object accepts it all the same, so it isn't found by comparing
 * what is valid; but what one side sends there, the other doesn't know.
 */
export class MemberNotes {
  readonly #known = new Map<string, Known>();

  constructor(readonly contracts: { readonly old: Contracts; readonly new: Contracts }) {}

  /** The notes of a schema and of all schemas below it. */
  of(pair: Pair): readonly Note[] {
    const notes: Note[] = [];
    const seen = new Set<string>();
    const open = [this.#read(pair)];
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      if (seen.has(key)) continue;
      seen.add(key);
      const known = this.#known.get(key);
      notes.push(...(known?.notes ?? []));
      open.push(...(known?.inner ?? []));
    }
    return notes;
  }

  /** Reads a pair and those below it, each once. Returns the pair's key. */
  #read(given: Pair): string {
    const root = this.#followed(given);
    const open = [root];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const key = keyOfPair(pair);
      if (this.#known.has(key)) continue;
      const old = schemaParts(this.contracts.old, pair.old);
      const current = schemaParts(this.contracts.new, pair.new);
      const inner = innerPairs(old, current).map((each) => this.#followed(each));
      this.#known.set(key, { notes: notesOf(pair, old, current), inner: inner.map(keyOfPair) });
      open.push(...inner);
    }
    return keyOfPair(root);
  }

  /** Schemas that are nothing but a reference count as their targets, so that a shared one is reported once. */
  #followed({ old, new: current }: Pair): Pair {
    return { old: target(this.contracts.old, old), new: target(this.contracts.new, current) };
  }
}

function target(contracts: Contracts, place: Place): Place {
  const { value } = place;
  if (value === null || typeof value !== "object" || Object.keys(value).length !== 1) return place;
  return dereference(contracts, place);
}

function keyOfPair({ old, new: current }: Pair): string {
  return `${keyOf(old)} ${keyOf(current)}`;
}

function innerPairs(old: SchemaParts, current: SchemaParts): Pair[] {
  const pairs: Pair[] = [];
  for (const [name, member] of old.members) {
    const counterpart = current.members.get(name);
    if (counterpart !== undefined) pairs.push({ old: member, new: counterpart });
  }
  if (old.items !== undefined && current.items !== undefined)
    pairs.push({ old: old.items, new: current.items });
  return pairs;
}

function notesOf(pair: Pair, old: SchemaParts, current: SchemaParts): Note[] {
  const notes: Note[] = [];
  // A schema without members doesn't say which there are.
  if (old.members.size > 0 && current.members.size > 0) {
    for (const [name, place] of old.members)
      if (!current.members.has(name))
        notes.push({
          kind: "member-removed",
          name,
          isRequired: old.required.has(name),
          isRefused: current.isClosed,
          old: place,
          new: pair.new,
        });
    for (const [name, place] of current.members)
      if (!old.members.has(name))
        notes.push({
          kind: "member-added",
          name,
          isRequired: current.required.has(name),
          isRefused: old.isClosed,
          old: pair.old,
          new: place,
        });
  }
  if (current.deprecated && !old.deprecated)
    notes.push({
      kind: "member-deprecated",
      name: pair.new.tokens.at(-1) ?? "",
      old: pair.old,
      new: pair.new,
    });
  if (old.openValues !== undefined && current.openValues !== undefined) {
    const places = { old: old.openValues.place, new: current.openValues.place };
    const [before, after] = [old.openValues.values.map(canonical), current.openValues.values.map(canonical)];
    for (const [at, value] of old.openValues.values.entries())
      if (!after.includes(before[at] ?? "")) notes.push({ kind: "value-removed", value, ...places });
    for (const [at, value] of current.openValues.values.entries())
      if (!before.includes(after[at] ?? "")) notes.push({ kind: "value-added", value, ...places });
  }
  return notes;
}
