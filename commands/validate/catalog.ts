import type { EventDeclaration, Protocol } from "@oipkit/runtime/webhook";
import type { Matcher } from "../../reader/patterns/compile-pattern.js";
import { compilePattern } from "../../reader/patterns/compile-pattern.js";
import type { Violation } from "../../reader/validation/violation.js";

export type { Violation };

/** How a generated validator checks a value. */
export interface EventCheckOptions {
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
  check(value: unknown, options: EventCheckOptions): readonly Violation[];
}

/** What a validator says of an event of a set. */
type EventResult =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid"; readonly errors: readonly Violation[] }
  | { readonly kind: "unknown" };

/** The module of a set of events, which selects the validator by the type of the event. */
export interface EventValidator {
  validateEvent(value: unknown, options: EventCheckOptions): EventResult;
}

/** A kind of document that has a validator. */
interface Subject {
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
export interface LoadableEvents {
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
  readonly eventSets: readonly LoadableEvents[];
  /** Names of properties whose values must never be printed. */
  readonly secrets?: readonly string[];
}

/** The path to the property with the type of an event of a set; empty if only a header has it. */
export function discriminatorPath({ discriminator = [] }: LoadableEvents): readonly string[] {
  if (typeof discriminator === "string") return [discriminator];
  return discriminator;
}

/** The type of an event of a set by its content; `undefined` if it has none there, or only a header has it. */
export function readEventType(set: LoadableEvents, body: object): string | undefined {
  let value: unknown = body;
  for (const name of discriminatorPath(set)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  if (typeof value === "string") return value;
  return undefined;
}

/** The subject that an event of a set belongs to by its type; `undefined` if only the set's own validator can tell. */
type SubjectOf = (set: LoadableEvents, type: string) => string | undefined;

/** Finds the subjects of events: by the type itself, else by the first pattern that it matches, as event sets do. */
export function eventSubjects({ subjects, eventSets }: Catalog): SubjectOf {
  const keys = eventSets.flatMap(({ events = [] }) => events.map(({ key }) => key));
  const bySet = new Map(
    eventSets.map((set) => {
      const named = new Map<string, string | undefined>();
      const patterns: (readonly [Matcher, string | undefined])[] = [];
      for (const { key, pattern } of set.events ?? []) {
        // A name that two sets have is one subject, which may be either's.
        const isOwn = Object.hasOwn(subjects, key) && keys.indexOf(key) === keys.lastIndexOf(key);
        const subject = isOwn ? key : undefined;
        if (pattern === undefined) named.set(key, subject);
        else patterns.push([compilePattern(pattern), subject]);
      }
      return [set, { named, patterns }];
    }),
  );
  return (set, type) => {
    const own = bySet.get(set);
    if (own === undefined) return undefined;
    if (own.named.has(type)) return own.named.get(type);
    return own.patterns.find(([pattern]) => pattern.test(type))?.[1];
  };
}

/**
 * Finds the validators of events whose types were seen before. A file's lines mostly have a few types, and this takes
 * less code than finding out what a document is, which shows while that isn't compiled yet (measured).
 */
interface KnownEvents {
  /** The validator of a body's type, without its token; `undefined` if the type hasn't been seen yet. */
  findValidator(body: Record<string, unknown>): Validator | undefined;
  /** Remembers the validator of a type. */
  remember(set: LoadableEvents, type: string, validator: Validator): void;
}

/** Types that a contract gives by a pattern are unlimited in number. */
const mostTypes = 1000;

/** The known events of a catalog's first event set, if its events name their types in a property at the top. */
export function knownEvents({ eventSets }: Catalog): KnownEvents {
  const [first] = eventSets;
  const path = first === undefined ? [] : discriminatorPath(first);
  const [name = ""] = path;
  const token = first?.protocol?.token;
  const validators = new Map<string, Validator>();
  return {
    findValidator(body) {
      const type = validators.size === 0 ? undefined : body[name];
      const validator = typeof type === "string" ? validators.get(type) : undefined;
      if (validator !== undefined && token !== undefined && Object.hasOwn(body, token)) delete body[token];
      return validator;
    },
    remember(set, type, validator) {
      if (set === first && path.length === 1 && validators.size < mostTypes) validators.set(type, validator);
    },
  };
}
