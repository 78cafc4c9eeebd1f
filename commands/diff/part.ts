import type { Place } from "../../reader/documents/place.js";
import type { FindingCode } from "./codes.js";
import type { ChangeEffect, ChangeKind, Party } from "./comparison.js";
import { canonical } from "./inclusion/goal/canonical.js";

/** Who sends the data of a part: a request goes to the provider, a response or an event to the consumer. */
export type PartFlow = "to-provider" | "to-consumer";

/**
 * A part of an API or of its events that both sides must agree about: an operation, a parameter, a message. Two
 * versions are compared by their trees of parts.
 */
export interface Part {
  /** Chooses the rules (`PartRule`). */
  readonly kind: string;
  /** Identifies it among its siblings of the same kind, in both versions. */
  readonly key: string;
  /** For people, such as "query parameter `limit`"; the titles from the root on form a subject. */
  readonly title: string;
  /** Its definition, references followed. */
  readonly at: Place;
  readonly flow: PartFlow;
  /** The schema of what is sent. */
  readonly schema?: Place;
  /** Properties that the rules compare, by name. Absent ones are `undefined` on that side. */
  readonly facts?: Readonly<Record<string, Fact>>;
  readonly parts?: readonly Part[];
}

/** A property of a part. `value` is JSON data in a canonical form, so that equal meaning is an equal value. */
export interface Fact {
  readonly value: unknown;
  /** Default: the place of its part. */
  readonly at?: Place;
}

/** What a change of a part or of a fact means. */
export interface Judgement {
  readonly code: FindingCode;
  readonly effects: Readonly<Partial<Record<Party, ChangeEffect>>>;
  /** Default: what happened to the part or the fact. */
  readonly change?: ChangeKind;
  /** Default: `wire`. */
  readonly breaks?: "wire" | "source";
  readonly message: string;
  readonly remedy?: string;
}

/** How the parts of a kind are compared. What a rule returns `undefined` for isn't worth telling. */
export interface PartRule {
  removed(part: Part): Judgement | undefined;
  added(part: Part): Judgement | undefined;
  /**
   * Of an added part, the sibling in the old version that covered it; they are compared instead. Of a removed part,
   * the one in the new version.
   */
  covering?(part: Part, siblings: readonly Part[]): Part | undefined;
  /** Called for facts whose values differ. */
  readonly facts?: Readonly<Record<string, FactRule>>;
}

/** Judges a changed fact. A change can mean several things. */
export type FactRule = (
  values: { readonly old: unknown; readonly new: unknown },
  parts: { readonly old: Part; readonly new: Part },
) => readonly Judgement[];

/** A value of a contract as an object; an empty one if it isn't an object. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  const isRecord = value !== null && typeof value === "object" && !Array.isArray(value);
  if (isRecord) return value as Readonly<Record<string, unknown>>;
  return {};
}

/** The text of a value that should be a text: two that differ have different texts, also if they are objects. */
export function scalarText(value: unknown): string {
  if (value !== null && typeof value === "object") return canonical(value);
  return String(value);
}

/** An item of the old version, the same of the new one, or both. */
export type Pairing<Item> =
  | { readonly old: Item; readonly new: Item }
  | { readonly old: Item; readonly new?: never }
  | { readonly old?: never; readonly new: Item };

/** How items of two versions are recognized as the same: those with equal keys are. Items without a key aren't. */
export interface Likeness<Item> {
  key(item: Item): string | undefined;
  /** Whether two items with the same key are really the same. Default: yes. */
  agree?(old: Item, current: Item): boolean;
  /** Whether a key must be the only one of its kind on each side, since it is a guess. Default: no. */
  readonly only?: boolean;
}

/** Pairs items of two versions by the first likeness that they have; items of one version alone are left over. */
export function pairUp<Item>(
  versions: { readonly old: readonly Item[]; readonly new: readonly Item[] },
  likenesses: readonly Likeness<Item>[],
): Pairing<Item>[] {
  const counterparts = new Map<Item, Item>();
  const taken = new Set<Item>();
  for (const { key, agree = () => true, only = false } of likenesses) {
    const known = byKey(
      versions.old.filter((item) => !counterparts.has(item)),
      key,
    );
    const others = byKey(
      versions.new.filter((item) => !taken.has(item)),
      key,
    );
    for (const [text, items] of known) {
      const candidates = others.get(text) ?? [];
      if (only && (items.length > 1 || candidates.length > 1)) continue;
      for (const [index, old] of items.entries()) {
        const current = candidates[index];
        if (current === undefined || !agree(old, current)) continue;
        counterparts.set(old, current);
        taken.add(current);
      }
    }
  }
  return [
    ...versions.old.map((old): Pairing<Item> => {
      const current = counterparts.get(old);
      if (current === undefined) return { old };
      return { old, new: current };
    }),
    ...versions.new.filter((item) => !taken.has(item)).map((item): Pairing<Item> => ({ new: item })),
  ];
}

function byKey<Item>(items: readonly Item[], key: Likeness<Item>["key"]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const text = key(item);
    if (text === undefined) continue;
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [item]);
    else group.push(item);
  }
  return groups;
}
