type Data = Readonly<Record<string, unknown>>;

/** Values that a document may have anywhere, if nobody checked it. */
export const junk = [null, 0, "x", "/~", true, [], [null], {}, { $ref: "#/nowhere" }, { $ref: "#" }];

/** All places of a value, except for those whose name is left out, and what is below them. */
export function placesIn(
  value: unknown,
  leftOut: readonly string[],
  path: readonly string[] = [],
): (readonly string[])[] {
  if (leftOut.includes(path.at(-1) ?? "")) return [];
  const inner = value !== null && typeof value === "object" ? Object.entries(value as Data) : [];
  return [
    ...(path.length > 0 ? [path] : []),
    ...inner.flatMap(([name, each]) => placesIn(each, leftOut, [...path, name])),
  ];
}

/** A copy with another value at a place. */
export function replaced(value: unknown, [name, ...rest]: readonly string[], other: unknown): unknown {
  if (name === undefined) return other;
  const copy: Record<string, unknown> = { ...(value as Data) };
  copy[name] = replaced(copy[name], rest, other);
  if (Array.isArray(value)) return Object.values(copy);
  return copy;
}
