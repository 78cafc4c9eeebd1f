import type { EventDeclaration, Protocol } from "@oipkit/runtime/webhook";
import type { Violation } from "../../reader/validation/violation.js";

export type { Violation };

/** How a generated validator checks a value. */
export interface CheckOptions {
  /** If false, only the first violation is reported. */
  readonly all: boolean;
  /** Report unknown fields. */
  readonly strict: boolean;
  /** Leave out messages and places in the contract, which takes less time; validators may ignore it. */
  readonly brief?: boolean;
}

/** A module of generated validators. */
export interface Validator {
  is(value: unknown): boolean;
  check(value: unknown, options: CheckOptions): readonly Violation[];
}

/** What a validator says of an event of a set. */
export type EventResult =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid"; readonly errors: readonly Violation[] }
  | { readonly kind: "unknown" };

/** The module of a set of events, which selects the validator by the type of the event. */
export interface EventValidator {
  validateEvent(value: unknown, options: CheckOptions): EventResult;
}

/** A kind of document that has a validator. */
export interface Subject {
  load(): Promise<Validator>;
  /** An object with all of these properties is a document of this kind. */
  readonly recognizedBy?: readonly string[];
  /** What its properties mean, if it lists the files of an artifact. */
  readonly manifest?: ManifestProperties;
}

/** The properties of a document that lists the files of an artifact, by what they mean. */
export interface ManifestProperties {
  readonly assets: string;
  readonly path: string;
  readonly sha256: string;
  readonly entry?: string;
  readonly container?: string;
  readonly runtime?: string;
  readonly version?: string;
  /** All properties, in the order in which they are written. */
  readonly order: readonly string[];
  /** The properties that always have the same value. */
  readonly constants: Readonly<Record<string, unknown>>;
}

/** The events of one contract. */
export interface EventSet {
  readonly name: string;
  load(): Promise<EventValidator>;
  /** The property that holds the event's type, or its path; absent if only a header has it. */
  readonly discriminator?: string | readonly string[];
  readonly protocol?: {
    readonly token?: string;
    readonly encryption?: { readonly property: string };
  };
  loadProtocol?(): Promise<Protocol>;
  /** The kinds of events that a receiver handles; absent without a protocol. */
  readonly events?: readonly EventDeclaration[];
}

/** `validators/catalog.js` of a generated folder: the available validators, which load on demand. */
export interface Catalog {
  readonly subjects: Readonly<Record<string, Subject>>;
  readonly eventSets: readonly EventSet[];
  /** Names of properties whose values must never be printed. */
  readonly secrets?: readonly string[];
}
