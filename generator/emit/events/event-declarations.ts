import type { EventSet } from "../../../reader/model/model.js";
import { validatedMessages } from "./validated-messages.js";

/** A kind of event for ordering: its name or the pattern of its names, and its family. */
export type DeclaredEvent =
  | { readonly key: string; readonly family: string }
  | { readonly key: string; readonly pattern: string | undefined; readonly family: string };

/** The kinds of events of a set, without callbacks. */
export function eventDeclarations(set: EventSet): readonly DeclaredEvent[] {
  return validatedMessages(set).map(({ eventType, key, pattern, family = "" }) =>
    eventType === undefined ? { key, pattern, family } : { key: eventType, family },
  );
}
