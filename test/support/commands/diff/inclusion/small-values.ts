/** Texts of up to two characters, and a few others. */
const texts = ["", "a", "b", "aa", "ab", "ba", "bb", "aba", "c", "1", "éa", "😀"];
const numbers = [-2, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3, 4, 6];
const few = [null, true, 0, 0.5, 1, 2, "", "a", "b", "ab"];
const fewer = [null, 0, 1, "a", "b"];

/** The names of members in `smallValues`. */
export const smallNames = ["a", "b", "ab", "ba", "c", ""] as const;

type Members = Readonly<Record<string, unknown>>;

function objects(size: number, values: readonly unknown[], names: readonly string[] = smallNames): Members[] {
  if (size === 0) return [{}];
  return names.flatMap((name, at) =>
    objects(size - 1, values, names.slice(at + 1)).flatMap((rest) =>
      values.map((value) => ({ [name]: value, ...rest })),
    ),
  );
}

function lists(size: number, values: readonly unknown[]): unknown[][] {
  if (size === 0) return [[]];
  return lists(size - 1, values).flatMap((rest) => values.map((value) => [value, ...rest]));
}

/** All small JSON values: whatever a schema of small constants accepts, it usually accepts one of these. */
export const smallValues: readonly unknown[] = [
  ...[null, true, false, ...numbers, ...texts],
  ...[...lists(0, few), ...lists(1, few), ...lists(2, few), ...lists(3, fewer)],
  ...[[[]], [[0]], [[0], [0]], [[0], ["a"]], [{}], [{ a: 0 }], [{ a: 0 }, { a: 0 }], [null, 0, 1, 2]],
  ...[...objects(0, few), ...objects(1, [...few, [], {}, [1], { a: 1 }, { a: "a" }])],
  ...[...objects(2, fewer), ...objects(3, [0, "a"])],
  ...[{ a: { b: 0 } }, { a: { b: "a" } }, { a: [0] }, { a: ["a"] }, { b: { a: 0, b: "a" } }],
];
