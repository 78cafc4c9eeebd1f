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
