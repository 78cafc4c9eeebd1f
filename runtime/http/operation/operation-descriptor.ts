import type { RequestWriters } from "../request/request-writers.js";

/**
 * What the client must know of one operation at run time: plain data, and the functions that write what the
 * data describes, so that a bundle holds those that its operations use and no others. Generated code holds
 * one for each operation, in the call itself, and every parameter that has the defaults of OpenAPI takes as few
 * bytes as can be:
 *
 * - `path` may hold parameters that `parameters.path` doesn't list; such a one is simple, not exploded, and
 *   its request key is its name.
 * - Query, header and cookie parameters are all listed, by the contract's spelling; one that isn't listed
 *   isn't part of the request type either (OpenAPI ignores header parameters named `Accept`,
 *   `Content-Type` and `Authorization`, so those are left out).
 */
export interface OperationDescriptor {
  /** The contract's `operationId`, or `METHOD path` where it has none. */
  readonly id: string;
  /** In capitals, such as `GET`. */
  readonly method: string;
  /** The contract's path template, beginning with `/`; appended to the client's base URL. */
  readonly path: string;
  readonly parameters?: {
    readonly path?: Readonly<Record<string, ParameterDescriptor>>;
    readonly query?: Readonly<Record<string, QueryParameterDescriptor>>;
    readonly header?: Readonly<Record<string, HeaderParameterDescriptor>>;
    readonly cookie?: Readonly<Record<string, ParameterDescriptor>>;
  };
  readonly body?: BodyDescriptor;
  /**
   * Documented statuses (`200`, `4XX`, `default`) with the media types of their bodies; an empty list means
   * that no body is documented. Without this record nothing of an answer is checked.
   */
  readonly responses?: Readonly<Record<string, readonly string[]>>;
  /** Scopes that the contract asks for; the client itself gives them to `authorize` only. */
  readonly scopes?: readonly string[];
  /** The environments that have this operation; absent where all have it. */
  readonly environments?: readonly string[];
  /** Writes what `parameters` and `body` describe. `allWriters` can write everything; a single one is smaller. */
  readonly writers?: RequestWriters;
}

/** The serialisation styles of OpenAPI 3; each fits only some places, see {@link ParameterDescriptor}. */
export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject";

/** How one parameter is written; the record's key is its name on the wire. */
export interface ParameterDescriptor {
  /** The key in the request, where it differs from the name on the wire. `body` and `contentType` are taken. */
  readonly key?: string;
  /** Default: `simple` in path and header, `form` in query and cookie. */
  readonly style?: ParameterStyle;
  /** Default: true for `form` and `deepObject`, else false. */
  readonly explode?: boolean;
  readonly required?: boolean;
  /** The media type of a parameter that is declared by `content`, such as `application/json`. */
  readonly content?: string;
}

export interface QueryParameterDescriptor extends ParameterDescriptor {
  /** Leaves reserved characters as they are, except `#`, `&`, `+`, `[` and `]`, which would change the query. */
  readonly allowReserved?: boolean;
}

export interface HeaderParameterDescriptor extends ParameterDescriptor {
  /** The client makes a value when the caller gives none: one per logical call, kept over its retries. */
  readonly idempotencyKey?: boolean;
}

export interface BodyDescriptor {
  readonly required?: boolean;
  /** The media types that the contract offers; the first is used unless the request says `contentType`. */
  readonly contentTypes: readonly string[];
  /** The contract's `encoding` for the properties of a form body, where it differs from the defaults. */
  readonly encoding?: Readonly<Record<string, PropertyEncoding>>;
}

export interface PropertyEncoding {
  /** URL-encoded bodies only. Without `style` and `explode` a list repeats its name and an object is JSON. */
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  /** Multipart bodies only: the media type of the part. */
  readonly contentType?: string;
}
