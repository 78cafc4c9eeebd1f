import type { Finding } from "./finding.js";

/** Something to read. */
export interface Source {
  /** As shown in findings: the path as given or found, with `/`; `<stdin>` for standard input. */
  readonly name: string;
  /** Absolute; `undefined` for standard input. */
  readonly path: string | undefined;
}

/** A piece of the input that one thread checks by itself. */
export type Unit =
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
  /** All of a stream, as one JSON document. */
  | { readonly kind: "document"; readonly source: Source; readonly bytes: Uint8Array<ArrayBuffer> }
  /** A piece of a stream that can't be checked. */
  | {
      readonly kind: "fault";
      readonly source: Source;
      readonly code: "too-long" | "gzip-broken" | "unreadable";
      readonly message: string;
      /** The bytes that the trouble starts with. */
      readonly head: Uint8Array<ArrayBuffer>;
      /** Lines of the source that it takes. */
      readonly lines: 0 | 1;
      readonly first: boolean;
      readonly last: boolean;
    };

/** What was found in a source, or in a piece of it. */
export interface Part {
  readonly source: Source;
  /** Whether the source starts and ends with this part. */
  readonly first: boolean;
  readonly last: boolean;
  readonly lines: number;
  readonly documents: number;
  readonly bytes: number;
  /** Lines count from the start of the part. */
  readonly findings: readonly Finding[];
  /** Findings that are only counted, since no more than these can be shown. */
  readonly more: number;
  /** How many of those are warnings. */
  readonly moreWarnings: number;
  /** `eventFields` numbers for each event, where checks across documents are asked for. */
  readonly events?: Float64Array<ArrayBuffer>;
}

/** What a thread needs to check units; survives being sent to a worker. */
export interface CheckSettings {
  /** Absolute path of the generated folder; `undefined` if `schema` takes its place. */
  readonly validators: string | undefined;
  /** Absolute path of a JSON Schema. */
  readonly schema: string | undefined;
  readonly as: string | undefined;
  readonly strict: boolean;
  /** All errors of a document, or only its first. */
  readonly all: boolean;
  /** Stop a unit behind the first document that fails. */
  readonly failFast: boolean;
  /** Bytes that a line or a JSON file may have. */
  readonly maxDocument: number;
  /** Findings of a unit beyond these are counted, not placed. */
  readonly maxFindings: number;
  /** Names of properties whose values must never be printed. */
  readonly secrets: readonly string[];
  readonly encryptKey: string | undefined;
  readonly sequence: boolean;
}
