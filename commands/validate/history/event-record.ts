import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { Protocol } from "@oipkit/runtime/webhook";
import { ExactNumber } from "../../../reader/documents/exact-number.js";
import type { LoadableEvents } from "../catalog.js";
import type { Verdict } from "../verdict.js";

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
  readonly version: EventVersion | "other" | undefined;
}

/** A version of 64 bits: its upper 32 bits with the sign, and its lower ones. */
export type EventVersion = readonly [high: number, low: number];

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
  readonly set: LoadableEvents;
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
  if (value instanceof ExactNumber) return `\0${value.canonical}`;
  return undefined;
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
  if (integer === undefined) return "other";
  return [Number(integer >> 32n), Number(integer & 0xffffffffn)];
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
      version: toVersion(field(9), field(10)),
    };
  }
}

function toVersion(high: number, low: number): EventRecord["version"] {
  if (Number.isNaN(high)) return undefined;
  if (high === other) return "other";
  return [high, low];
}

/** Two 32-bit halves of a hash. Not resistant to deliberate collisions. */
export type Hash = readonly [number, number];

const kinds = { text: 1, key: 2, index: 3, scalar: 4, emptyList: 5, emptyObject: 6 } as const;
const seedA = 0xdeadbeef | 0;
const seedB = 0x41c6ce57;

/** The hash being computed. A typed array, since V8 would box 32-bit numbers in plain variables. */
const state = new Int32Array(2);
/** The hash of the path to each value that is still to be visited: two numbers each. */
let paths = new Int32Array(2 * 256);
/** A longer list is discarded after use. */
const longestKept = 2 * 64 * 1024;

/**
 * Hashes a parsed JSON value, which may have exact numbers. The order of keys doesn't matter, and deep nesting can't overflow the stack. The hash is
 * the sum of the hashes of each scalar and each empty list or object together with its path, so that keys needn't be
 * sorted.
 */
export function contentHash(value: unknown): Hash {
  let sumA = 0;
  let sumB = 0;
  const open: unknown[] = [value];
  start(seedA, seedB);
  keepPath(0);
  while (open.length > 0) {
    const item = open.pop();
    const depth = open.length;
    const pathA = paths[depth * 2] as number;
    const pathB = paths[depth * 2 + 1] as number;
    start(pathA, pathB);
    if (typeof item === "string") addText(kinds.text, item);
    else if (typeof item !== "object" || item === null) addText(kinds.scalar, String(item));
    else if (item instanceof ExactNumber) addText(kinds.scalar, item.canonical);
    else if (Array.isArray(item)) {
      for (let at = 0; at < item.length; at++) {
        start(pathA, pathB);
        addNumber(kinds.index);
        addNumber(at);
        keepPath(open.length);
        open.push(item[at]);
      }
      if (item.length > 0) continue;
      addNumber(kinds.emptyList);
    } else {
      for (const name in item) {
        start(pathA, pathB);
        addText(kinds.key, name);
        keepPath(open.length);
        open.push((item as Record<string, unknown>)[name]);
      }
      if (open.length > depth) continue;
      addNumber(kinds.emptyObject);
    }
    finish();
    sumA = (sumA + (state[0] as number)) | 0;
    sumB = (sumB + (state[1] as number)) | 0;
  }
  if (paths.length > longestKept) paths = new Int32Array(2 * 256);
  return [sumA >>> 0, sumB >>> 0];
}

/** The hash of a text. */
export function textHash(text: string): Hash {
  start(seedA, seedB);
  addText(kinds.text, text);
  finish();
  return [(state[0] as number) >>> 0, (state[1] as number) >>> 0];
}

function start(a: number, b: number): void {
  state[0] = a;
  state[1] = b;
}

function keepPath(index: number): void {
  if (index * 2 >= paths.length) {
    const longer = new Int32Array(paths.length * 2);
    longer.set(paths);
    paths = longer;
  }
  paths[index * 2] = state[0] as number;
  paths[index * 2 + 1] = state[1] as number;
}

function addNumber(value: number): void {
  const b = Math.imul((state[1] as number) ^ value, 0x5f356495);
  state[0] = Math.imul((state[0] as number) ^ value, 0x9e3779b1) ^ (b >>> 15);
  state[1] = b;
}

function addText(kind: number, text: string): void {
  addNumber(kind + text.length * 8);
  let a = state[0] as number;
  let b = state[1] as number;
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    b = Math.imul(b ^ c, 0x5f356495);
    a = Math.imul(a ^ c, 0x9e3779b1) ^ (b >>> 15);
  }
  state[0] = a;
  state[1] = b;
}

/** Final mixing: makes each bit depend on all others. */
function finish(): void {
  let a = state[0] as number;
  let b = state[1] as number;
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b);
  b = Math.imul(b ^ (b >>> 16), 0xc2b2ae35);
  a ^= Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b ^= Math.imul(a ^ (a >>> 16), 0x85ebca6b);
  state[0] = a;
  state[1] = b;
}
