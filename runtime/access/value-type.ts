/** The type at the tokens of a pointer; `unknown` if the type doesn't declare it. */
export type ValueAt<T, Tokens extends readonly string[]> = Tokens extends readonly [
  infer Name,
  ...infer Rest extends readonly string[],
]
  ? Name extends keyof T
    ? ValueAt<T[Name], Rest>
    : unknown
  : T;
