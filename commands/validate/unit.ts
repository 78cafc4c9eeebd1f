import type { Finding } from "../report/findings/finding.js";

/** An input to read. */
export interface Source {
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
  /** Whole files, each one JSON document. */
  | { readonly kind: "files"; readonly sources: readonly Source[] }
  /** The lines of a plain NDJSON file that start within a range of bytes. */
  | {
      readonly kind: "range";
      readonly source: Source;
      readonly start: number;
      readonly end: number;
      readonly size: number;
    }
  /** Whole lines of a stream. */
  | {
      readonly kind: "lines";
      readonly source: Source;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly first: boolean;
      readonly last: boolean;
    }
  /** A whole stream, as one JSON document. */
  | { readonly kind: "document"; readonly source: Source; readonly bytes: Uint8Array<ArrayBuffer> }
  /** A piece of a stream that can't be checked. */
  | {
      readonly kind: "fault";
      readonly source: Source;
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
export interface Part {
  readonly source: Source;
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
