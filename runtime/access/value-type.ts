/** The type at the tokens of a pointer; `unknown` where the type doesn't say. */
export type ValueAt<T, Tokens extends readonly string[]> = Tokens extends readonly [
  infer Name,
  ...infer Rest extends readonly string[],
]
  ? Name extends keyof T
    ? ValueAt<T[Name], Rest>
    : unknown
  : T;
