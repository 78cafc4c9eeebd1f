/**
 * Where a JSON value has integers of 64 bits. Only what leads to one is described; generated code has one of these for each schema that
 * has any.
 */
export interface LongShape {
  /** The value itself is one. */
  readonly long?: true;
  readonly properties?: Readonly<Record<string, LongShapeReference>>;
  /** Of properties whose names match the regular expressions. */
  readonly patterns?: Readonly<Record<string, LongShapeReference>>;
  /** Of all other properties. */
  readonly rest?: LongShapeReference;
  /** Of the elements after `prefix`. */
  readonly items?: LongShapeReference;
  readonly prefix?: readonly LongShapeReference[];
  /** Others that describe the same value. */
  readonly all?: readonly LongShapeReference[];
}

/** A shape, or a function that returns it, since shapes may contain themselves. */
export type LongShapeReference = LongShape | (() => LongShape);

/** A value of which each integer of 64 bits was replaced, and all else is the same. `other` gets bigints elsewhere. */
export function mapLongs(
  value: unknown,
  shape: LongShapeReference,
  { long, other }: { readonly long: (value: unknown) => unknown; readonly other: (value: bigint) => unknown },
): unknown {
  const map = (at: unknown, references: readonly LongShapeReference[]): unknown => {
    const shapes = expand(references);
    // An object or a list may be another alternative of the same value.
    if (/^(?:number|bigint|string)$/.test(typeof at) && shapes.some((each) => each.long)) return long(at);
    if (typeof at === "bigint") return other(at);
    if (Array.isArray(at))
      return at.map((item: unknown, index) =>
        map(
          item,
          shapes.flatMap(({ prefix = [], items }) => present(prefix[index] ?? items)),
        ),
      );
    if (!isPlain(at)) return at;
    return Object.fromEntries(
      Object.entries(at).map(([name, member]) => [
        name,
        map(
          member,
          shapes.flatMap((each) => memberShapes(each, name)),
        ),
      ]),
    );
  };
  return map(value, [shape]);
}

function memberShapes(
  { properties = {}, patterns = {}, rest }: LongShape,
  name: string,
): LongShapeReference[] {
  const matching = Object.entries(patterns).flatMap(([pattern, shape]) =>
    new RegExp(pattern, "u").test(name) ? [shape] : [],
  );
  const own = Object.hasOwn(properties, name) ? present(properties[name]) : [];
  const found = [...own, ...matching];
  return found.length === 0 ? present(rest) : found;
}

function present<Value>(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value];
}

/** All shapes that describe a value. */
function expand(references: readonly LongShapeReference[]): readonly LongShape[] {
  const found = new Set<LongShape>();
  const open = [...references];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const shape = typeof next === "function" ? next() : next;
    if (found.has(shape)) continue;
    found.add(shape);
    open.push(...(shape.all ?? []));
  }
  return [...found];
}

/** Records, as JSON makes them and as people write them; not dates and other objects, which write themselves. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
