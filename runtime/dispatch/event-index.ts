import type { EventDeclaration } from "./handler.js";

/** Finds the declaration of an event by its name; an exact name takes precedence over a pattern. */
export type EventIndex = (eventType: string) => EventDeclaration | undefined;

/** An index of declarations. Throws a `SyntaxError` for a pattern that is not a regular expression. */
export function eventIndex(events: readonly EventDeclaration[]): EventIndex {
  const named = new Map(
    events.filter(({ pattern }) => pattern === undefined).map((event) => [event.key, event]),
  );
  const patterns = events.flatMap((event) =>
    event.pattern === undefined ? [] : [{ event, pattern: compiled(event.pattern) }],
  );
  return (eventType) =>
    named.get(eventType) ?? patterns.find(({ pattern }) => pattern.test(eventType))?.event;
}

/** Some contracts have patterns that are valid only without the `u` flag, such as `[\w-.]`. */
function compiled(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}
