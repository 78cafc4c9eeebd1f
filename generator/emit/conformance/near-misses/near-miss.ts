import type { Delivery } from "../../../../commands/conform/suite/delivery.js";
import type {
  Case,
  Expectation,
  ProbeCheck,
  StatusRef,
  Step,
} from "../../../../commands/conform/suite/suite.js";
import type { Field, ObjectField } from "../fields.js";
import type { ProtocolFacts } from "../protocol/part.js";

/** What near misses of one event are derived from. */
export interface NearFacts extends Omit<ProtocolFacts, "callback" | "otherContent"> {
  /** The event's name, or a substitute if it has none. */
  readonly label: string;
  /** The event's family, for ledger entries that are about one family. */
  readonly family: string | undefined;
  /** Whether this event stands for the whole protocol; the others only for what differs between families. */
  readonly isMain: boolean;
  /** Whether the documentation specifies its payload. */
  readonly specified: boolean;
  /** Whether its name is known, not only a pattern. */
  readonly named: boolean;
  readonly isCallback: boolean;
  readonly fields: readonly Field[];
  readonly objects: readonly ObjectField[];
}

/** One case of a family: a request that only one kind of careless receiver answers wrongly. */
export interface NearMiss extends Pick<Case, "why" | "steps" | "needs" | "causeIf"> {
  /** Unique within its family and event. */
  readonly name: string;
  /** The probable mistake of a receiver that fails it: a sentence. */
  readonly cause: string;
  /** Weaker than the rule's, where the documentation leaves the answer open. */
  readonly level?: Case["level"];
  /** If the schema names a section of its own. */
  readonly clause?: string;
  /** The most specific part of the rule, for ledger entries about only this part. */
  readonly part?: string;
}

/** Near misses of one rule. */
export interface Family {
  /** Stable: the middle of the cases' ids, `<section>/near/<family>/<name>`. */
  readonly name: string;
  /** The member of the protocol document that states the rule. */
  readonly member: string;
  /** The rule, as a sentence, for contracts whose ledger doesn't name the family. */
  readonly rule: string;
  /** Events that it is about: the one that stands for the protocol, one of each family, or all; or a callback. */
  readonly on: "main" | "families" | "events" | "callbacks";
  /** None if the protocol or the event lacks what it is about. */
  readonly cases: (facts: NearFacts) => readonly NearMiss[];
}

/** A step that delivers the batch's event with deviations. */
export function delivering(
  delivery: Delivery,
  expect: readonly StatusRef[] | Expectation,
  probe?: readonly ProbeCheck[],
): Step {
  const wanted = Array.isArray(expect) ? { status: expect as readonly StatusRef[] } : (expect as Expectation);
  return { deliver: { bind: true, ...delivery }, expect: wanted, ...(probe && { probe }) };
}

/** The answers to a body that isn't an event. */
export const unreadable: readonly StatusRef[] = ["unprocessable", 400];

/** The answers to a request that lacks something: it may be found missing before or after the sender is known. */
export const incomplete: readonly StatusRef[] = ["unauthenticated", "unprocessable", 400];
