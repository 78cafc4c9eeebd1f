import type { Catalog, EventSet } from "./catalog.js";

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
        else patterns.push([new RegExp(pattern, "u"), subject]);
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
