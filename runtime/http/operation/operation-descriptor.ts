import type { Deadline } from "../attempt/deadline.js";

/**
 * What the client needs to know about one operation at run time: plain data, and the functions that write what the
 * data describes, so that a bundle includes only those that its operations use. Generated code holds
 * one for each operation, in the call itself, and every parameter with the defaults of OpenAPI takes as few
 * bytes as possible:
 *
 * - `path` may hold parameters that `parameters.path` doesn't list; such a parameter is simple, not exploded, and
 *   its request key is its name.
 * - Query, header and cookie parameters are all listed, in the contract's spelling; one that isn't listed
 *   isn't part of the request type either (OpenAPI ignores header parameters named `Accept`,
 *   `Content-Type` and `Authorization`, so those are left out).
 */
export interface OperationDescriptor {
  /** The contract's `operationId`, or `METHOD path` if it has none. */
  readonly id: string;
  /** In upper case, such as `GET`. */
  readonly method: string;
  /** The contract's path template, beginning with `/`; appended to the client's base URL. */
  readonly path: string;
  /** The URL of a server of its own, as the contract writes it: a key of the client's `servers`. */
  readonly server?: string;
  readonly parameters?: {
    readonly path?: Readonly<Record<string, ParameterDescriptor>>;
    readonly query?: Readonly<Record<string, QueryParameterDescriptor>>;
    readonly header?: Readonly<Record<string, HeaderParameterDescriptor>>;
    readonly cookie?: Readonly<Record<string, ParameterDescriptor>>;
  };
  readonly body?: BodyDescriptor;
  /**
   * Documented statuses (`200`, `4XX`, `default`) with the media types of their bodies; an empty list means
   * that no body is documented. Without this record no answer is checked.
   */
  readonly responses?: Readonly<Record<string, readonly string[]>>;
  /** Scopes that the contract requires; the client only passes them to `authorize`. */
  readonly scopes?: readonly string[];
  /** Who may call it, if that differs from the API: one of these is needed. Without any, nobody is identified. */
  readonly security?: readonly SecurityAlternative[];
  /** The environments that have this operation; absent if all have it. */
  readonly environments?: readonly string[];
  /** Writes what `parameters` and `body` describe. `allWriters` supports everything; a single writer is smaller. */
  readonly writers?: RequestWriters;
  /** Reads the items of streamed bodies: `readItems`, if the contract describes any. */
  readonly items?: ItemsReader;
  /** Reads JSON: `parseExactly` or `longAnswers`, if the contract describes integers of 64 bits; `JSON.parse` if absent. */
  readonly parse?: JsonParser;
}

/**
 * The value of a JSON text; `key` is that of its status in `responses`. Throws `SyntaxError`, or an error whose `cause` says what the
 * text has that can't be read.
 */
export interface JsonParser {
  (text: string, key?: string): unknown;
  /** The value as validators know it, with numbers. Default: as it is. */
  readonly plain?: (value: unknown, key: string) => unknown;
}

/**
 * The items of a body that hasn't been touched, of at most `maxBytes` each. Frees the connection and closes the deadline at its end,
 * also when the caller leaves earlier.
 */
export type ItemsReader = (
  response: Response,
  options: {
    readonly deadline: Deadline;
    readonly maxBytes: number;
    /** Reads the text of a JSON item. Default: `JSON.parse`. */
    readonly parse?: (text: string) => unknown;
  },
) => AsyncGenerator<unknown, void, undefined>;

/** The security schemes that are needed together, each with its scopes. */
export type SecurityAlternative = Readonly<Record<string, readonly string[]>>;

/** A request being written. */
export interface RequestDraft {
  /** Encoded `name=value` pairs. */
  readonly query: string[];
  readonly headers: Headers;
  /** Encoded `name=value` pairs. */
  readonly cookies: string[];
  body: BodyInit | undefined;
}

/** Writes one parameter that has a value. Throws `UnwritableValue` if its style can't represent the value. */
export type ParameterWriter = (
  draft: RequestDraft,
  parameter: {
    readonly name: string;
    readonly value: NonNullable<unknown>;
    readonly descriptor: QueryParameterDescriptor;
  },
) => void;

/** The part of the path for a path parameter, encoded; empty if the value is. Throws `UnwritableValue`. */
export type PathWriter = (parameter: Parameters<ParameterWriter>[1]) => string;

/** Writes a body and its content type. `contentType` is what the caller chose, if anything. Throws `UnwritableValue`. */
export interface BodyWriter {
  (
    draft: RequestDraft,
    content: {
      readonly operation: OperationDescriptor;
      readonly body: unknown;
      readonly contentType: unknown;
    },
  ): void;
  /** The value as validators know it, with numbers. Default: as it is. */
  readonly plain?: (value: unknown, contentType: string) => unknown;
}

/** The writers that an operation needs, by place. Without `path` a path parameter is one plain value. */
export interface RequestWriters {
  readonly path?: PathWriter;
  readonly query?: ParameterWriter;
  readonly header?: ParameterWriter;
  readonly cookie?: ParameterWriter;
  readonly body?: BodyWriter;
}

/** The serialisation styles of OpenAPI 3; each is valid only in some places, see {@link ParameterDescriptor}. */
export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject"
  | "cookie";

/** How one parameter is written; its key in the record is its name on the wire. */
export interface ParameterDescriptor {
  /** The key in the request, if it differs from the name on the wire. `body` and `contentType` are reserved. */
  readonly key?: string;
  /** Default: `simple` in path and header, `form` in query and cookie. */
  readonly style?: ParameterStyle;
  /** Default: true for `form`, `deepObject` and `cookie`, else false. */
  readonly explode?: boolean;
  readonly required?: boolean;
  /** Whether it has integers of 64 bits, which the request has as bigints or texts. */
  readonly long?: true;
  /** The media type of a parameter that is declared by `content`, such as `application/json`. */
  readonly content?: string;
  /**
   * Query and path only. Leaves reserved characters as they are, `/` included, except those that would change the
   * URL: `#`, `[` and `]`; `&` and `+` in a query; `?` in a path.
   */
  readonly allowReserved?: boolean;
}

/** How a query parameter is written. */
export interface QueryParameterDescriptor extends ParameterDescriptor {}

/** How a header parameter is written. */
export interface HeaderParameterDescriptor extends ParameterDescriptor {
  /** The client generates a value if the caller gives none: one per logical call, kept over its retries. */
  readonly idempotencyKey?: boolean;
}

/** How a request body is written. */
export interface BodyDescriptor {
  readonly required?: boolean;
  /** The media types that the contract offers; the first is used unless the request says `contentType`. */
  readonly contentTypes: readonly string[];
  /** The contract's `encoding` for the properties of form bodies, by media type, if it differs from the defaults. */
  readonly encoding?: Readonly<Record<string, Readonly<Record<string, PropertyEncoding>>>>;
}

/**
 * How one property of a form body is written. Without `style` and `explode` a list repeats its name, and an object is
 * JSON.
 */
export interface PropertyEncoding {
  /** As of a query parameter. */
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  /** The media types that the value may have, separated by commas; in a multipart body the part gets the fitting one. */
  readonly contentType?: string;
}
