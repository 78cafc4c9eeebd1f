import { closeSync, openSync, readSync } from "node:fs";
import { type Catalog, protocolOf } from "../catalog.js";
import { placeProblems } from "../document/place-problems.js";
import type { FindSecrets } from "../document/secrets.js";
import type { Finding, Problem } from "../finding.js";
import { readDocument } from "../read-file.js";
import type { Part, Unit } from "../unit.js";
import { whereaboutsOf } from "../whereabouts.js";
import { type EventRecord, readEvents, type SetProtocol } from "./event-record.js";
import { HashTable } from "./hash-table.js";

export interface SequenceOptions {
  readonly sets: readonly SetProtocol[];
  readonly secrets: FindSecrets;
  readonly maxDocument: number;
}

/** Where an event stands: the number of its source times 2^32, plus its line counted from 1. */
type Mark = number;

const lineRange = 2 ** 32;

/**
 * Checks events against those before them: one id with two contents, versions of a resource that go back or
 * leave one out. A repeated event with the same content is a redelivery and no finding. Keeps about 30 to 60
 * bytes an event.
 */
export class SequenceCheck {
  readonly #ids = new HashTable();
  readonly #versions = new HashTable();
  readonly #sources: string[] = [];

  constructor(readonly options: SequenceOptions) {}

  /** The findings of a part's events; `lines` stand in its source before it. `unit` is what the part was made of. */
  take(part: Part, unit: Unit, lines: number): Finding[] {
    if (part.events === undefined) return [];
    if (this.#sources.at(-1) !== part.source.name) this.#sources.push(part.source.name);
    const found: Finding[] = [];
    for (const event of readEvents(part.events)) {
      const mark = (this.#sources.length - 1) * lineRange + lines + event.line + 1;
      for (const fault of this.#faults(event, mark))
        found.push(...this.#explain(fault, event, { part, unit, lines }));
    }
    return found;
  }

  #faults(event: EventRecord, mark: Mark): Fault[] {
    const id = [(event.id[0] ^ event.set) >>> 0, event.id[1]] as const;
    const known = this.#ids.find(id);
    if (known >= 0) {
      if (this.#ids.value(known) === event.content) return [];
      return [{ kind: "conflict", mark: this.#ids.value(known + 1) }];
    }
    this.#ids.set(id, event.content, mark);
    if (Number.isNaN(event.version)) return [];
    const resource = [(event.resource[0] ^ event.set) >>> 0, event.resource[1]] as const;
    const last = this.#versions.find(resource);
    const before = last < 0 ? undefined : this.#versions.value(last);
    const seen = last < 0 ? mark : this.#versions.value(last + 1);
    if (before === undefined || event.version > before) this.#versions.set(resource, event.version, mark);
    if (before === undefined || event.version === before || event.version === before + 1) return [];
    return [{ kind: event.version < before ? "back" : "gap", before, after: event.version, mark: seen }];
  }

  #explain(fault: Fault, event: EventRecord, context: Context): Finding[] {
    const { part, unit, lines } = context;
    const bytes = this.#bytesOf(event, context);
    const protocol = this.options.sets[event.set]?.protocol;
    if (bytes === undefined || protocol === undefined) return [];
    const text = bytes.toString("utf8").replace(/^\ufeff/, "");
    const isLine = unit.kind === "range" || unit.kind === "lines";
    const { name, path } = part.source;
    return placeProblems(text, [problemOf(fault, protocol.event, this.#show(fault.mark))], {
      at: { file: name, where: whereaboutsOf(path), line: lines + event.line, isLine },
      hidden: this.options.secrets(text, { broken: false, isLine }),
      sealed: event.sealed ? protocol.encryption?.property : undefined,
    });
  }

  #show(mark: Mark): string {
    return `${this.#sources[Math.floor(mark / lineRange)]}:${mark % lineRange}`;
  }

  #bytesOf(event: EventRecord, { part, unit }: Context): Buffer | undefined {
    const { source } = part;
    if (unit.kind === "lines" || unit.kind === "document") {
      return Buffer.from(unit.bytes.buffer, unit.bytes.byteOffset + event.offset, event.length);
    }
    if (unit.kind === "files") {
      const content = readDocument(source, this.options.maxDocument);
      return content.kind === "bytes" ? content.bytes : undefined;
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
  | { readonly kind: "conflict"; readonly mark: Mark }
  | { readonly kind: "back" | "gap"; readonly before: number; readonly after: number; readonly mark: Mark };

interface Context {
  readonly part: Part;
  readonly unit: Unit;
  readonly lines: number;
}

interface Pointers {
  readonly id: string;
  readonly ordering: { readonly version: string };
}

function problemOf(fault: Fault, pointers: Pointers, seen: string): Problem {
  if (fault.kind === "conflict") {
    const message = `this event id stood before with other content, at ${seen}`;
    return { code: "event-id-conflict", message, pointer: pointers.id };
  }
  const { before, after } = fault;
  const pointer = pointers.ordering.version;
  if (fault.kind === "back") {
    const message = `the resource goes back to version ${after}; it was at ${before} at ${seen}`;
    return { code: "version-backwards", message, pointer };
  }
  const missing =
    after - before === 2 ? `version ${before + 1} is` : `versions ${before + 1} to ${after - 1} are`;
  return {
    code: "version-gap",
    message: `the resource goes from version ${before} (at ${seen}) to ${after}: ${missing} missing`,
    pointer,
  };
}

/** The event sets of a catalog with their protocols, which checks across documents need. */
export async function protocolsOf({ eventSets }: Catalog): Promise<readonly SetProtocol[]> {
  return Promise.all(eventSets.map(async (set) => ({ set, protocol: await protocolOf(set) })));
}
