import { type ArrayAtom, all, any, type Formula, type Names, never, type ObjectAtom } from "./formula.js";

/** The opposite of a formula. */
export function negate(formula: Formula): Formula {
  switch (formula.kind) {
    case "all":
      return any(formula.of.map(negate));
    case "any":
      return all(formula.of.map(formula.of.length >= many ? (each) => later(negate(each)) : negate));
    case "cases":
      return {
        kind: "cases",
        of: formula.of.map(({ condition, follows }) => ({ condition, follows: negate(follows) })),
      };
    case "values":
      return formula.holds ? noneOf(formula.values) : { ...formula, holds: true };
    case "one":
    case "schema":
    case "multiple":
    case "format":
    case "pattern":
    case "unique":
    case "present":
    case "rule":
      return { ...formula, holds: !formula.holds };
    case "bound":
      return { ...formula, side: formula.side === "least" ? "most" : "least", open: !formula.open };
    case "size":
    case "contains": {
      const { least, most } = formula;
      const below = least > 0 ? [{ ...formula, least: 0, most: least - 1 }] : [];
      const above = Number.isFinite(most)
        ? [{ ...formula, least: most + 1, most: Number.POSITIVE_INFINITY }]
        : [];
      return any([...below, ...above]);
    }
    case "items":
      return someItem(formula);
    case "members":
      return someMember(formula);
    case "names":
      return formula.node === true ? never : { kind: "someName", node: formula.node };
    case "item":
    case "someItem":
    case "someMember":
    case "someName":
      throw new TypeError(`a formula with \`${formula.kind}\` is never negated`);
  }
}

/** With so many alternatives, that all of them fail is only looked at one by one. Measured with public documents. */
const many = 3;

function later(formula: Formula): Formula {
  return formula.kind === "schema" ? { ...formula, late: true } : formula;
}

function someItem({ first, rest }: Extract<ArrayAtom, { readonly kind: "items" }>): Formula {
  const named: Formula[] = first.flatMap((node, at) => (node === true ? [] : [{ kind: "item", at, node }]));
  const other: Formula[] = rest === true ? [] : [{ kind: "someItem", from: first.length, node: rest }];
  return any([...named, ...other]);
}

function someMember({ members }: Extract<ObjectAtom, { readonly kind: "members" }>): Formula {
  const { properties, patterns, rest } = members;
  const some = (names: Names, node: typeof rest): Formula[] =>
    node === true ? [] : [{ kind: "someMember", names, node }];
  return any([
    ...[...properties].flatMap(([name, node]) => some({ kind: "name", name }, node)),
    ...[...patterns].flatMap(([pattern, node]) =>
      some({ kind: "names", matching: [pattern], notMatching: [], except: [] }, node),
    ),
    ...some(
      { kind: "names", matching: [], notMatching: [...patterns.keys()], except: [...properties.keys()] },
      rest,
    ),
  ]);
}

/** Scalars are simply avoided; lists and objects differ in a part. */
function noneOf(values: readonly unknown[]): Formula {
  const scalars = values.filter((value) => value === null || typeof value !== "object");
  const composites = values.filter((value) => value !== null && typeof value === "object");
  return all([
    ...(scalars.length === 0 ? [] : [{ kind: "values", values: scalars, holds: false } as const]),
    ...composites.map((value) => negate(exactly(value as object))),
  ]);
}

function exactly(value: object): Formula {
  if (Array.isArray(value)) {
    const first = value.map((each: unknown) => ({ enum: [each] }));
    return all([
      { kind: "size", least: value.length, most: value.length },
      { kind: "items", first, rest: false },
    ]);
  }
  const properties = new Map(Object.entries(value).map(([name, each]) => [name, { enum: [each] }]));
  return all([
    ...[...properties.keys()].map((name) => ({ kind: "present", name, holds: true }) as const),
    { kind: "members", members: { properties, patterns: new Map(), rest: false } },
  ]);
}
