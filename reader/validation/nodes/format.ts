/** A format, as used in nodes and generated modules. */
export interface Format {
  readonly name: string;
  /** The type of the values that it applies to; all others are valid. */
  readonly type: "string" | "number";
  /** Whether a value has the format; absent if every value has. */
  readonly accepts?: (value: never) => boolean;
}
