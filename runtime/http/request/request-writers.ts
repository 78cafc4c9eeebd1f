import type { OperationDescriptor, QueryParameterDescriptor } from "../operation/operation-descriptor.js";

/** A request being written. */
export interface RequestDraft {
  /** Encoded `name=value` pairs. */
  readonly query: string[];
  readonly headers: Headers;
  /** Encoded `name=value` pairs. */
  readonly cookies: string[];
  body: BodyInit | undefined;
}

/** Writes one parameter that has a value. Throws `UnwritableValue` for one that its style can't write. */
export type ParameterWriter = (
  draft: RequestDraft,
  parameter: {
    readonly name: string;
    readonly value: NonNullable<unknown>;
    readonly descriptor: QueryParameterDescriptor;
  },
) => void;

/** A path parameter's part of the path, encoded; empty where the value is. Throws `UnwritableValue`. */
export type PathWriter = (parameter: Parameters<ParameterWriter>[1]) => string;

/** Writes a body and its content type. `contentType` is what the caller chose, if anything. Throws `UnwritableValue`. */
export type BodyWriter = (
  draft: RequestDraft,
  content: {
    readonly operation: OperationDescriptor;
    readonly body: unknown;
    readonly contentType: unknown;
  },
) => void;

/** The writers that an operation needs, by place. Without `path` a path parameter is one plain value. */
export interface RequestWriters {
  readonly path?: PathWriter;
  readonly query?: ParameterWriter;
  readonly header?: ParameterWriter;
  readonly cookie?: ParameterWriter;
  readonly body?: BodyWriter;
}
