import type { Level } from "../../suite/suite.js";
import type { ValuePath } from "./value-places.js";

/** A value that breaks one keyword at one place; the judge has the last word. */
export interface InvalidValue {
  readonly path: ValuePath;
  /** The keyword that it breaks. */
  readonly keyword: string;
  /** What distinguishes it from others that break the keyword at the place. */
  readonly variant?: string;
  /** `should` if servers in good faith take such a value, as those that convert types. */
  readonly level: Level;
  /** Makes it of a valid value, that is, of any with the same members. */
  readonly spoil: (valid: unknown) => unknown;
  /** What is wrong, in words that follow "a body in which", such as "`/name` is longer than 20 characters". */
  readonly words: string;
}

/** A change of the value at one place. */
export type InvalidChange = Omit<InvalidValue, "path" | "spoil"> & {
  /** What takes the place of the value there. */
  readonly replaced: (own: unknown) => unknown;
};

/** What must be refused: another value. */
export function must(keyword: string, replacement: unknown, words: string): InvalidChange {
  return { keyword, level: "must", replaced: () => replacement, words };
}

/** A change of an object's members, whatever their values are. */
export function mustChange(
  keyword: string,
  change: (members: readonly (readonly [string, unknown])[]) => readonly (readonly [string, unknown])[],
  words: string,
): InvalidChange {
  const replaced = (own: unknown): unknown =>
    Object.fromEntries(change(Object.entries(Object(own) as object)));
  return { keyword, level: "must", replaced, words };
}
