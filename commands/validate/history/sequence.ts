import { closeSync, openSync, readSync } from "node:fs";
import type { Finding, Problem } from "../../report/reporter.js";
import type { Catalog } from "../catalog.js";
import { placeProblems } from "../document/place-problems.js";
import type { FindSecrets } from "../document/problem-reporter.js";
import { loadSetProtocol } from "../load-catalog.js";
import { findSourceFolder, readDocument } from "../read-file.js";
import type { Unit, UnitPart } from "../unit.js";
import { type EventRecord, type EventVersion, readEvents, type SetProtocol } from "./event-record.js";
import { type HashMark, HashTable, Marks } from "./hash-table.js";

/** What the checks across events need. */
export interface SequenceOptions {
  readonly sets: readonly SetProtocol[];
  readonly secrets: FindSecrets;
  readonly maxDocument: number;
  /** Whether warnings are errors. */
  readonly strict: boolean;
}

/**
 * Checks events against earlier ones: one id with two contents, versions of a resource that go back or skip one, or
 * that can't be compared. A repeated event with the same content is a redelivery, not a finding. Takes 22 to 27 bytes per event and 26 to 31 per
 * resource.
 */
export class SequenceCheck {
  /** For each event id: hash of its content, mark. */
  readonly #ids = new HashTable(2);
  /** For each resource: its version in two words, mark. */
  readonly #versions = new HashTable(3);
  readonly #marks = new Marks();

  constructor(readonly options: SequenceOptions) {}

  /** The findings of a part's events. `unit` is the part's input; `lines` is the number of lines before it. */
  take(part: UnitPart, unit: Unit, lines: number): Finding[] {
    // A whole-file document takes one line, so that it has its own mark.
    const first = this.#marks.take(part.source.name, { before: lines, lines: Math.max(part.lines, 1) });
    if (part.events === undefined) return [];
    const found: Finding[] = [];
    for (const event of readEvents(part.events)) {
      const fault = this.#fault(event, this.#marks.plus(first, event.line));
      if (fault !== undefined) found.push(...this.#explain(fault, event, { part, unit, lines }));
    }
    return found;
  }

  #fault(event: EventRecord, mark: HashMark): Fault | undefined {
    const ids = this.#ids;
    const id = [(event.id[0] ^ event.set) >>> 0, event.id[1]] as const;
    const known = ids.find(id);
    if (known >= 0) {
      if (ids.word(known, 0) === event.content) return undefined;
      return { kind: "conflict", mark: ids.word(known, 1) };
    }
    const entry = ids.findOrAdd(id);
    ids.setWord(entry, 0, event.content);
    ids.setWord(entry, 1, mark);
    if (event.version === "other") return { kind: "other", mark };
    if (event.version === undefined) return undefined;
    return this.#versionFault(event, event.version, mark);
  }

  #versionFault(
    { resource: [high, low], set }: EventRecord,
    version: EventVersion,
    mark: HashMark,
  ): Fault | undefined {
    const versions = this.#versions;
    const resource = [(high ^ set) >>> 0, low] as const;
    const known = versions.find(resource);
    const before: EventVersion | undefined =
      known < 0 ? undefined : [versions.word(known, 0) | 0, versions.word(known, 1)];
    const seen = known < 0 ? mark : versions.word(known, 2);
    if (before === undefined || isLater(version, before)) {
      const entry = versions.findOrAdd(resource);
      versions.setWord(entry, 0, version[0]);
      versions.setWord(entry, 1, version[1]);
      versions.setWord(entry, 2, mark);
    }
    if (before === undefined || !(isLater(before, version) || isGap(before, version))) return undefined;
    const kind = isLater(before, version) ? "back" : "gap";
    return { kind, before: toInteger(before), after: toInteger(version), mark: seen };
  }

  #explain(fault: Fault, event: EventRecord, context: Context): Finding[] {
    const { part, unit, lines } = context;
    const bytes = this.#eventBytes(event, context);
    const protocol = this.options.sets[event.set]?.protocol;
    if (bytes === undefined || protocol === undefined) return [];
    const text = bytes.toString("utf8").replace(/^\ufeff/, "");
    const isLine = unit.kind === "range" || unit.kind === "lines";
    const { name, path } = part.source;
    const { id = "", ordering = { resource: "", version: "" } } = protocol.event;
    const problem = toProblem(fault, { id, ordering }, this.#marks.show(fault.mark));
    const level = this.options.strict ? undefined : problem.level;
    return placeProblems(text, [{ ...problem, level }], {
      at: { file: name, where: findSourceFolder(path), line: lines + event.line, isLine },
      hidden: this.options.secrets(text, { broken: false, isLine }),
      encryptedProperty: event.encrypted ? protocol.encryption?.property : undefined,
    });
  }

  #eventBytes(event: EventRecord, { part, unit }: Context): Buffer | undefined {
    const { source } = part;
    if (unit.kind === "lines" || unit.kind === "document") {
      return Buffer.from(unit.bytes.buffer, unit.bytes.byteOffset + event.offset, event.length);
    }
    if (unit.kind === "files") {
      const content = readDocument(source, this.options.maxDocument);
      if (content.kind === "bytes") return content.bytes;
      return undefined;
    }
    const file = openSync(source.path as string, "r");
    try {
      const bytes = Buffer.alloc(event.length);
      readSync(file, bytes, 0, event.length, event.offset);
      return bytes;
    } finally {
      closeSync(file);
    }
  }
}

type Fault =
  | { readonly kind: "conflict"; readonly mark: HashMark }
  | { readonly kind: "other"; readonly mark: HashMark }
  | {
      readonly kind: "back" | "gap";
      readonly before: bigint;
      readonly after: bigint;
      readonly mark: HashMark;
    };

function isLater([high, low]: EventVersion, [otherHigh, otherLow]: EventVersion): boolean {
  return high > otherHigh || (high === otherHigh && low > otherLow);
}

/** Whether a version is later than another, and not the next one. */
function isGap(before: EventVersion, after: EventVersion): boolean {
  if (before[0] === after[0]) return after[1] > before[1] + 1;
  return toInteger(after) > toInteger(before) + 1n;
}

function toInteger([high, low]: EventVersion): bigint {
  return (BigInt(high) << 32n) + BigInt(low);
}

interface Context {
  readonly part: UnitPart;
  readonly unit: Unit;
  readonly lines: number;
}

interface Pointers {
  readonly id: string;
  readonly ordering: { readonly version: string };
}

function toProblem(fault: Fault, pointers: Pointers, seen: string): Problem {
  if (fault.kind === "conflict") {
    const message = `this event id was already used with different content, at ${seen}`;
    return { code: "event-id-conflict", message, pointer: pointers.id };
  }
  const pointer = pointers.ordering.version;
  if (fault.kind === "other") {
    const message = "the order of this version isn't checked: only integers of 64 bits can be compared";
    return { code: "version-uncompared", message, pointer, level: "warning" };
  }
  const { before, after } = fault;
  if (fault.kind === "back") {
    const message = `the resource goes back to version ${after} after version ${before} at ${seen}`;
    return { code: "version-backwards", message, pointer };
  }
  const missing =
    after - before === 2n ? `version ${before + 1n} is` : `versions ${before + 1n} to ${after - 1n} are`;
  return {
    code: "version-gap",
    message: `the resource goes from version ${before} (at ${seen}) to ${after}: ${missing} missing`,
    pointer,
  };
}

/** The event sets of a catalog with their protocols, for checks across documents. */
export async function loadSetProtocols({ eventSets }: Catalog): Promise<readonly SetProtocol[]> {
  return Promise.all(eventSets.map(async (set) => ({ set, protocol: await loadSetProtocol(set) })));
}
