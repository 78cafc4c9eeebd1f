import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { Protocol } from "@oipkit/runtime/webhook";
import { ExactNumber } from "../../../reader/documents/exact-number.js";
import type { EventSet } from "../catalog.js";
import type { Verdict } from "../verdict.js";
import { contentHash, textHash } from "./content-hash.js";

/** The hashes and the position of an event, for checks across documents; stored as `eventFields` numbers. */
export interface EventRecord {
  /** Number of lines before it in its part. */
  readonly line: number;
  /** Byte offset in the file, or in the chunk of a stream. */
  readonly offset: number;
  readonly length: number;
  /** Index of its event set. */
  readonly set: number;
  readonly encrypted: boolean;
  readonly id: readonly [number, number];
  /** 32 bits of a hash of its content. */
  readonly content: number;
  readonly resource: readonly [number, number];
  /** `undefined` if the event has no resource or no version, `"other"` if it isn't an integer of 64 bits. */
  readonly version: Version | "other" | undefined;
}

/** A version of 64 bits: its upper 32 bits with the sign, and its lower ones. */
export type Version = readonly [high: number, low: number];

const eventFields = 11;
const none = [0, 0] as const;
const high32 = 2 ** 32;
/** The upper half of a version that isn't an integer of 64 bits. */
const other = Number.POSITIVE_INFINITY;

/** Records events as numbers that can be transferred between threads. */
export interface EventRecorder {
  /** Records an event, if it has an id. */
  record(event: NonNullable<Verdict["event"]>, place: Pick<EventRecord, "line" | "offset" | "length">): void;
  /** `eventFields` numbers for each event recorded since the last call; `undefined` if there are none. */
  take(): Float64Array<ArrayBuffer> | undefined;
}

/** A set of events, and the protocol that delivers them. */
export interface SetProtocol {
  readonly set: EventSet;
  readonly protocol: Protocol | undefined;
}

/** Creates a recorder for the events of the given sets. */
export function createEventRecorder(sets: readonly SetProtocol[]): EventRecorder {
  const shapes = sets.map(({ set, protocol }, index) => ({
    set,
    index,
    id: fromPointer(protocol?.event.id ?? ""),
    resource: fromPointer(protocol?.event.ordering?.resource ?? ""),
    version: fromPointer(protocol?.event.ordering?.version ?? ""),
    known: protocol?.event.id !== undefined,
  }));
  // One buffer per thread: a buffer per part would cause most of the garbage.
  let log = new Float64Array(eventFields * 1024);
  let used = 0;
  return {
    take() {
      const events = used === 0 ? undefined : log.slice(0, used);
      used = 0;
      return events;
    },
    record({ set, value, encrypted }, { line, offset, length }) {
      const shape = shapes.find((candidate) => candidate.set === set && candidate.known);
      const id = shape && identity(valueAt(value, shape.id));
      if (shape === undefined || id === undefined) return;
      const resource = identity(valueAt(value, shape.resource));
      const version = resource === undefined ? undefined : versionIn(valueAt(value, shape.version));
      const content = contentHash(value);
      const idHash = textHash(id);
      const resourceHash = version === undefined || resource === undefined ? none : textHash(resource);
      if (used + eventFields > log.length) log = lengthened(log);
      log[used] = line;
      log[used + 1] = offset;
      log[used + 2] = length;
      log[used + 3] = shape.index * 2 + (encrypted ? 1 : 0);
      log[used + 4] = idHash[0];
      log[used + 5] = idHash[1];
      log[used + 6] = content[0];
      log[used + 7] = resourceHash[0];
      log[used + 8] = resourceHash[1];
      log[used + 9] = version === "other" ? other : (version?.[0] ?? Number.NaN);
      log[used + 10] = version === "other" ? 0 : (version?.[1] ?? 0);
      used += eventFields;
    },
  };
}

/** A text that tells an id from all others; `undefined` if the value isn't one. */
function identity(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return `\0${value}`;
  return value instanceof ExactNumber ? `\0${value.canonical}` : undefined;
}

/** The version in a value; `undefined` if there is none. */
function versionIn(value: unknown): EventRecord["version"] {
  if (value === undefined || value === null) return undefined;
  if (Number.isSafeInteger(value)) {
    const high = Math.floor((value as number) / high32);
    return [high, (value as number) - high * high32];
  }
  const exact = typeof value === "number" ? new ExactNumber(String(value)) : value;
  const integer = exact instanceof ExactNumber ? exact.int64 : undefined;
  return integer === undefined ? "other" : [Number(integer >> 32n), Number(integer & 0xffffffffn)];
}

function lengthened(log: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(log.length * 2);
  longer.set(log);
  return longer;
}

/** The events that a recorder recorded. */
export function* readEvents(numbers: Float64Array): Iterable<EventRecord> {
  for (let at = 0; at < numbers.length; at += eventFields) {
    const field = (index: number): number => numbers[at + index] as number;
    yield {
      line: field(0),
      offset: field(1),
      length: field(2),
      set: field(3) >> 1,
      encrypted: (field(3) & 1) === 1,
      id: [field(4), field(5)],
      content: field(6),
      resource: [field(7), field(8)],
      version: versionOf(field(9), field(10)),
    };
  }
}

function versionOf(high: number, low: number): EventRecord["version"] {
  if (Number.isNaN(high)) return undefined;
  return high === other ? "other" : [high, low];
}
