import type { Finding } from "../report/findings/finding.js";
import type { CheckedDocument } from "./document/checked-document.js";
import type { Part, Source } from "./unit.js";

/** Collects the results of a part of a source. */
export class PartBuilder {
  lines = 0;
  documents = 0;
  bytes = 0;
  /** Offset of the part's bytes in their file. */
  shift = 0;
  /** Further findings of the part are only counted. */
  mostFindings = Number.POSITIVE_INFINITY;
  readonly first: boolean;
  readonly last: boolean;
  readonly #findings: Finding[] = [];
  #more = 0;
  #warnings = 0;
  #moreWarnings = 0;

  constructor(
    readonly source: Source,
    { first, last }: { readonly first: boolean; readonly last: boolean },
  ) {
    this.first = first;
    this.last = last;
  }

  /** Number of findings so far, including those that are only counted. */
  get findings(): number {
    return this.#findings.length + this.#more;
  }

  /** Number of findings that aren't warnings. */
  get errors(): number {
    return this.findings - this.#warnings - this.#moreWarnings;
  }

  add(checked: CheckedDocument | undefined): void {
    if (checked === undefined) return;
    for (const finding of checked.findings) {
      this.#findings.push(finding);
      if (finding.level === "warning") this.#warnings++;
    }
    this.#more += checked.more ?? 0;
    this.#moreWarnings += checked.moreWarnings ?? 0;
  }

  /** Builds the part; `events` come from `EventRecorder`. */
  build(events?: Float64Array<ArrayBuffer>): Part {
    const { source, first, last, lines, documents, bytes } = this;
    const counts = { lines, documents, bytes, more: this.#more, moreWarnings: this.#moreWarnings };
    const part = { source, first, last, ...counts, findings: this.#findings };
    return events === undefined ? part : { ...part, events };
  }
}
