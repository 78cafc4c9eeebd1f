import type { Data } from "./small-events.js";

/** A member of a protocol that isn't an object, and another value that its schema allows or nearly allows. */
export interface Leaf {
  readonly path: readonly string[];
  readonly other: unknown;
}

/** The leaves that a schema declares, each with a value other than that of `base`. */
export function changedLeaves(schema: Data, base: Data): Leaf[] {
  const leaves = (node: Data, path: readonly string[]): Leaf[] => {
    const { properties } = node as { properties?: Record<string, Data> };
    if (properties === undefined) return [{ path, other: otherThan(valueAt(base, path)) }];
    return Object.entries(properties).flatMap(([name, member]) => leaves(member, [...path, name]));
  };
  return leaves(schema, []);
}

/** A copy with another value at a path; without the member if the value is `undefined`. */
export function withLeaf(value: Data, [name = "", ...rest]: readonly string[], other: unknown): Data {
  const { [name]: known, ...others } = value;
  const member = rest.length === 0 ? other : withLeaf(known as Data, rest, other);
  if (member === undefined) return others;
  return { ...others, [name]: member };
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (at as Data | undefined)?.[name], value);
}

function otherThan(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return [...value.slice(1), typeof value[0] === "number" ? value[0] + 1 : "nonce"];
  if (value !== null && typeof value === "object") return { ...value, kind: "other" };
  return `${String(value)}2`;
}
