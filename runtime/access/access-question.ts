import { OipkitError } from "../errors.js";
import { valueAtPointer } from "../json-pointer/index.js";
import { type Access, type AccessDescriptor, type AccessFailure, restricted } from "./access.js";

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
export function readQuestion(descriptor: AccessDescriptor, event: unknown): AccessQuestion | undefined {
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

/** An answer to the query, as the HTTP client returns it. */
export interface SnapshotAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly body: unknown;
}

/** The access that an answer grants at an event's revision. Anything uncertain is restricted. */
export function readSnapshot<Collections>(
  descriptor: AccessDescriptor,
  answer: SnapshotAnswer,
  atLeast: number,
): Access<Collections> {
  const { ok, status, body } = answer;
  if (ok !== true)
    return restricted("http-status", { failure: { name: "HttpStatusError", code: "http-status", status } });
  const allowed = valueAtPointer(body, descriptor.allowed);
  const revision = valueAtPointer(body, descriptor.revision);
  const known = isRevision(revision) ? { revision } : {};
  if (typeof allowed !== "boolean") return restricted("allowed-invalid", known);
  if (!allowed) return restricted("not-allowed", known);
  if (!isRevision(revision)) return restricted("revision-invalid");
  if (revision < atLeast) return restricted("revision-stale", known);
  const collections = Object.entries(descriptor.collections).map(([name, pointer]) => [
    name,
    valueAtPointer(body, pointer),
  ]);
  return { ...(Object.fromEntries(collections) as Collections), kind: "allowed", revision };
}

/** Facts about an error, without any of its text. */
export function accessFailure(error: unknown): AccessFailure {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, status } = error as { code?: unknown; status?: unknown };
  return {
    name: error.name,
    // Codes are words; anything else isn't a code.
    ...(typeof code === "string" && /^[\w-]{1,64}$/.test(code) && { code }),
    ...(Number.isInteger(status) && { status: status as number }),
  };
}

/** Whether a value is a valid revision: a positive integer that JSON represents exactly. */
function isRevision(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/** Access can't be requested after an event of this kind. */
export class UnknownAccessEventError extends OipkitError {
  readonly code = "access-event-unknown";
  /** The names of the events after which access can be requested. */
  declare readonly known: readonly string[];

  constructor(known: readonly string[]) {
    super(`Access can only be requested after ${known.join(", ")}`);
    this.known = known;
  }
}
