import type { CheckedDocument } from "./document/check-document.js";
import type { Finding } from "./finding.js";
import type { Part, Source } from "./unit.js";

/** Gathers what is found in a part of a source. */
export class PartBuilder {
  lines = 0;
  documents = 0;
  bytes = 0;
  /** Offset of the part's bytes in their file. */
  shift = 0;
  readonly first: boolean;
  readonly last: boolean;
  /** What `EventRecorder` notes. */
  readonly events: number[] = [];
  readonly #findings: Finding[] = [];
  #more = 0;

  constructor(
    readonly source: Source,
    { first, last }: { readonly first: boolean; readonly last: boolean },
  ) {
    this.first = first;
    this.last = last;
  }

  /** How many there are so far, those that are only counted included. */
  get findings(): number {
    return this.#findings.length + this.#more;
  }

  add(checked: CheckedDocument | undefined): void {
    if (checked === undefined) return;
    for (const finding of checked.findings) this.#findings.push(finding);
    this.#more += checked.more ?? 0;
  }

  build(): Part {
    const { source, first, last, lines, documents, bytes, events } = this;
    const part = { source, first, last, lines, documents, bytes, findings: this.#findings, more: this.#more };
    return events.length === 0 ? part : { ...part, events: Float64Array.from(events) };
  }
}
