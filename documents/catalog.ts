import type { EventDeclaration, Protocol } from "@oipkit/runtime/webhook";

/** What a generated validator says is wrong with a value. */
export interface Violation {
  readonly code: string;
  readonly pointer: string;
  readonly schemaPointer: string;
  readonly message: string;
  readonly keyword: string;
  readonly clause?: string;
  readonly level?: "should" | "info";
  readonly property?: string;
  readonly rule?: string;
}

export interface CheckOptions {
  /** `false`: only the first. */
  readonly all: boolean;
  /** Unknown fields are findings. */
  readonly strict: boolean;
}

export interface Validator {
  is(value: unknown): boolean;
  check(value: unknown, options: CheckOptions): readonly Violation[];
}

export type EventResult =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid"; readonly errors: readonly Violation[] }
  | { readonly kind: "unknown" };

export interface EventValidator {
  validateEvent(value: unknown, options: CheckOptions): EventResult;
}

export interface Subject {
  load(): Promise<Validator>;
  /** A JSON object that has all these properties is a document of this kind. */
  readonly recognizedBy?: readonly string[];
}

export interface EventSet {
  readonly name: string;
  load(): Promise<EventValidator>;
  /** The property that holds the event's type. */
  readonly discriminator: string;
  readonly protocol?: {
    readonly token: string;
    readonly encryption?: { readonly property: string };
  };
  loadProtocol?(): Promise<Protocol>;
  /** The kinds of events that a receiver handles; absent without a protocol. */
  readonly events?: readonly EventDeclaration[];
}

/** `validators/catalog.js` of a generated folder: what can be checked, not loaded yet. */
export interface Catalog {
  readonly subjects: Readonly<Record<string, Subject>>;
  readonly eventSets: readonly EventSet[];
  /** Names of properties whose values must never be printed. */
  readonly secrets?: readonly string[];
}
