import { valueAtPointer } from "../json-pointer/index.js";
import type { AccessDescriptor } from "./access-descriptor.js";
import { UnknownAccessEventError } from "./errors.js";
import { isRevision } from "./revision.js";

/** Whose access an event is about, by the contract's names. */
export type AccessSubject = Readonly<Record<string, string>>;

/** The question to ask after an event. It holds nothing else from the event, so it may be stored. */
export interface AccessQuestion {
  readonly subject: AccessSubject;
  /** The answer must be at least this recent. */
  readonly revision: number;
  /** The operation's parameters. */
  readonly request: Readonly<Record<string, string>>;
}

/**
 * The question that an event raises; `undefined` if the event lacks a part of it. Throws
 * `UnknownAccessEventError` for an event of another kind.
 */
export function questionOf(descriptor: AccessDescriptor, event: unknown): AccessQuestion | undefined {
  const type = valueAtPointer(event, descriptor.eventType);
  const known = Object.keys(descriptor.events);
  const described = known.includes(String(type)) ? descriptor.events[String(type)] : undefined;
  if (described === undefined) throw new UnknownAccessEventError(known);
  const revision = valueAtPointer(event, described.revision);
  const subject = textsAt(event, described.subject);
  const request = textsAt(event, described.request);
  if (!isRevision(revision) || subject === undefined || request === undefined) return undefined;
  return { subject, revision, request };
}

function textsAt(
  event: unknown,
  pointers: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const texts: [string, string][] = [];
  for (const [name, pointer] of Object.entries(pointers)) {
    const value = valueAtPointer(event, pointer);
    if (typeof value !== "string" || value === "") return undefined;
    texts.push([name, value]);
  }
  return Object.fromEntries(texts);
}
