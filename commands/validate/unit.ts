import type { Finding } from "../report/reporter.js";
import type { CheckedDocument } from "./verdict.js";

/** An input to read. */
export interface DocumentSource {
  /** The name shown in findings: the path as given or found, with `/`; `<stdin>` for standard input. */
  readonly name: string;
  /** Absolute; `undefined` for standard input. */
  readonly path: string | undefined;
}

/** A piece of the input that one thread checks. */
export type Unit = Piece & {
  /** Findings are only counted, since no more can be shown. */
  readonly countOnly?: boolean;
};

type Piece =
  /** Whole files, each one JSON document; `size` in bytes. */
  | { readonly kind: "files"; readonly sources: readonly DocumentSource[]; readonly size: number }
  /** The lines of a plain NDJSON file that start within a range of bytes. */
  | {
      readonly kind: "range";
      readonly source: DocumentSource;
      readonly start: number;
      readonly end: number;
      readonly size: number;
    }
  /** Whole lines of a stream. */
  | {
      readonly kind: "lines";
      readonly source: DocumentSource;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly first: boolean;
      readonly last: boolean;
    }
  /** A whole stream, as one JSON document. */
  | { readonly kind: "document"; readonly source: DocumentSource; readonly bytes: Uint8Array<ArrayBuffer> }
  /** A piece of a stream that can't be checked. */
  | {
      readonly kind: "fault";
      readonly source: DocumentSource;
      readonly code: "too-long" | "gzip-broken" | "unreadable";
      readonly message: string;
      /** The first bytes of the piece. */
      readonly head: Uint8Array<ArrayBuffer>;
      /** Number of lines that it takes. */
      readonly lines: 0 | 1;
      readonly first: boolean;
      readonly last: boolean;
    };

/** The results of a source, or of a part of it. */
export interface UnitPart {
  readonly source: DocumentSource;
  /** Whether this is the first and the last part of the source. */
  readonly first: boolean;
  readonly last: boolean;
  readonly lines: number;
  readonly documents: number;
  readonly bytes: number;
  /** Lines count from the start of the part. */
  readonly findings: readonly Finding[];
  /** Findings that are only counted, since more couldn't be shown. */
  readonly more: number;
  /** How many of `more` are warnings. */
  readonly moreWarnings: number;
  /** `eventFields` numbers for each event, if checks across documents are on. */
  readonly events?: Float64Array<ArrayBuffer>;
}

/** What a thread needs to check units; can be sent to a worker. */
export interface CheckSettings {
  /** Absolute path of the generated folder; `undefined` if `schema` replaces it. */
  readonly validators: string | undefined;
  /** Absolute path of a JSON Schema. */
  readonly schema: string | undefined;
  /** Folders that references of the schema may lead to, in addition to its own. */
  readonly allowRefsTo: readonly string[];
  readonly as: string | undefined;
  readonly strict: boolean;
  /** Report all findings of a document, not only its first. */
  readonly all: boolean;
  /** Stop a unit after the first document that fails. */
  readonly failFast: boolean;
  /** Maximum size of a line or a JSON file, in bytes. */
  readonly maxDocument: number;
  /** Further findings of a unit are only counted. */
  readonly maxFindings: number;
  /** Names of properties whose values must never be printed. */
  readonly secrets: readonly string[];
  readonly encryptKey: string | undefined;
  readonly sequence: boolean;
}

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
    readonly source: DocumentSource,
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
  build(events?: Float64Array<ArrayBuffer>): UnitPart {
    const { source, first, last, lines, documents, bytes } = this;
    const counts = { lines, documents, bytes, more: this.#more, moreWarnings: this.#moreWarnings };
    const part = { source, first, last, ...counts, findings: this.#findings };
    if (events === undefined) return part;
    return { ...part, events };
  }
}
