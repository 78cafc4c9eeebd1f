import { compilePattern } from "../../reader/documents/pattern.js";
import type { Catalog, EventSet, Validator } from "./catalog.js";

/** The path to the property with the type of an event of a set; empty if only a header has it. */
export function discriminatorPath({ discriminator = [] }: EventSet): readonly string[] {
  return typeof discriminator === "string" ? [discriminator] : discriminator;
}

/** The type of an event of a set by its content; `undefined` if it has none there, or only a header has it. */
export function eventTypeOf(set: EventSet, body: object): string | undefined {
  let value: unknown = body;
  for (const name of discriminatorPath(set)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return typeof value === "string" ? value : undefined;
}

/** The subject that an event of a set belongs to by its type; `undefined` if only the set's own validator can tell. */
export type SubjectOf = (set: EventSet, type: string) => string | undefined;

/** Finds the subjects of events: by the type itself, else by the first pattern that it matches, as event sets do. */
export function eventSubjects({ subjects, eventSets }: Catalog): SubjectOf {
  const keys = eventSets.flatMap(({ events = [] }) => events.map(({ key }) => key));
  const bySet = new Map(
    eventSets.map((set) => {
      const named = new Map<string, string | undefined>();
      const patterns: (readonly [RegExp, string | undefined])[] = [];
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
export interface KnownEvents {
  /** The validator of a body's type, without its token; `undefined` if the type hasn't been seen yet. */
  validatorOf(body: Record<string, unknown>): Validator | undefined;
  /** Remembers the validator of a type. */
  remember(set: EventSet, type: string, validator: Validator): void;
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
    validatorOf(body) {
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
