type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type ToNumber<Text> = Text extends `${infer Value extends number}` ? Value : never;

/** The statuses of one class, each as a literal: with a plain `number`, a union could not be narrowed. */
export type Status2XX = ToNumber<`2${Digit}${Digit}`>;
/** Statuses from 300 to 399. */
export type Status3XX = ToNumber<`3${Digit}${Digit}`>;
/** Statuses from 400 to 499. */
export type Status4XX = ToNumber<`4${Digit}${Digit}`>;
/** Statuses from 500 to 599. */
export type Status5XX = ToNumber<`5${Digit}${Digit}`>;

/** Every status that `fetch` can return. */
export type HttpStatus = Status2XX | Status3XX | Status4XX | Status5XX;

/** The statuses that a key of an OpenAPI `responses` object names explicitly; none for `default`. */
export type StatusesOf<Key> = Key extends number
  ? Key
  : Key extends "2XX" | "2xx"
    ? Status2XX
    : Key extends "3XX" | "3xx"
      ? Status3XX
      : Key extends "4XX" | "4xx"
        ? Status4XX
        : Key extends "5XX" | "5xx"
          ? Status5XX
          : never;
