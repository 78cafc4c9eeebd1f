import type { Place } from "../../reader/documents/place.js";
import type { FindingCode } from "./codes.js";
import type { ChangeKind, Effect, Party } from "./finding.js";

/** Who sends the data of a part: a request goes to the provider, a response or an event to the consumer. */
export type Flow = "to-provider" | "to-consumer";

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
  readonly flow: Flow;
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
  readonly effects: Readonly<Partial<Record<Party, Effect>>>;
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
