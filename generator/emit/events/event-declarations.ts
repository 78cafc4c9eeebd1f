import type { EventSet } from "../../model/model.js";
import { validatedMessages } from "./validated-messages.js";

/** One kind of event as a receiver orders it: its name, or the pattern of its names, and its family. */
export type DeclaredEvent =
  | { readonly key: string; readonly family: string }
  | { readonly key: string; readonly pattern: string | undefined; readonly family: string };

/** The kinds of events of a set, callbacks left out. */
export function eventDeclarations(set: EventSet): readonly DeclaredEvent[] {
  return validatedMessages(set).map(({ eventType, key, pattern, family = "" }) =>
    eventType === undefined ? { key, pattern, family } : { key: eventType, family },
  );
}
