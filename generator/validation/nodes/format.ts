/** A format as nodes and generated modules hold it. */
export interface Format {
  readonly name: string;
  /** The type of the values that it is about; all others are valid. */
  readonly type: "string" | "number";
  /** Whether a value has the format; absent if every value has. */
  readonly accepts?: (value: never) => boolean;
}
