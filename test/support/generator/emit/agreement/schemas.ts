import fc from "fast-check";
import { type Dialect, type Json, reference } from "./bases.js";

type Arbitrary = fc.Arbitrary<unknown>;

/** Schemas of either kind: whose type can say all that they say, or all kinds. */
export type Expressiveness = "exact" | "any";

const property = fc.constantFrom("a", "b", "c", "d");
const objectBases = ["Point", "Loose", "OrNull", "Either", "Tree", "Extended"];

/** Random schemas of a dialect. */
export function schemas(dialect: Dialect, expressiveness: Expressiveness): fc.Arbitrary<Json> {
  return new Schemas(dialect, expressiveness === "exact").of(2) as fc.Arbitrary<Json>;
}

/** Conditions, as text: an object with `then` looks like a promise. */
const conditions: readonly Json[] = [
  '{ "if": { "required": ["a"] }, "then": { "required": ["b"] } }',
  '{ "if": { "properties": { "a": { "const": 1 } } }, "then": { "properties": { "d": { "type": "string" } } } }',
].map((text) => JSON.parse(text) as Json);

class Schemas {
  constructor(
    readonly dialect: Dialect,
    readonly isExact: boolean,
  ) {}

  get isOld(): boolean {
    return this.dialect === "openapi-3.0";
  }

  of(depth: number): Arbitrary {
    if (depth === 0) return this.leaf();
    const below = this.of(depth - 1);
    const kinds: fc.WeightedArbitrary<unknown>[] = [
      { weight: 2, arbitrary: this.leaf() },
      { weight: 4, arbitrary: this.object(below) },
      { weight: 1, arbitrary: this.record(below) },
      { weight: 2, arbitrary: this.list(below) },
      { weight: 3, arbitrary: this.union(below) },
      { weight: 4, arbitrary: this.composition(below) },
    ];
    if (!this.isOld) {
      kinds.push({ weight: 4, arbitrary: this.tuple(below) });
      kinds.push({ weight: 2, arbitrary: this.patterns(below) });
      kinds.push({ weight: 2, arbitrary: this.besideReference() });
    }
    return this.nullable(fc.oneof(...kinds));
  }

  leaf(): Arbitrary {
    const refs = this.ref(["Text", "Level", ...objectBases]);
    const plain: Arbitrary[] = [
      fc.constantFrom<unknown>(
        { type: "string" },
        { type: "number" },
        { type: "boolean" },
        { type: "string", enum: ["a", "b"] },
        { type: "number", enum: [1, 2.5, -3] },
        { type: "boolean", enum: [true] },
        { type: "array", items: { type: "string" } },
        {},
      ),
      refs,
    ];
    if (this.isOld)
      plain.push(
        fc.constantFrom<unknown>(
          { type: "string", nullable: true },
          { type: "string", nullable: true, enum: ["a", "b"] },
          { type: "string", nullable: true, enum: ["a", "b", null] },
        ),
        refs.map((ref) => ({ nullable: true, allOf: [ref] })),
        refs.map((ref) => ({ ...(ref as Json), nullable: true })),
      );
    else
      plain.push(
        fc.constantFrom<unknown>(
          { type: ["string", "null"] },
          { type: ["string", "number"] },
          { type: "null" },
          { const: null },
          { const: "a" },
          { const: { a: [1, "x"] } },
          { enum: ["a", 1, null, true] },
          { type: ["string", "null"], enum: ["a", "b"] },
          { type: ["string", "null"], enum: ["a", null, 1] },
          { type: ["object", "null"], properties: { a: { type: "string" } }, required: ["a"] },
          { enum: [["a"], { b: 1 }] },
          true,
          false,
        ),
      );
    if (!this.isExact)
      plain.push(
        fc.constantFrom<unknown>(
          { type: "integer" },
          { type: "string", minLength: 2 },
          { type: "number", minimum: 1, maximum: 2 },
          { type: "integer", format: "int64" },
          { type: "string", not: { enum: ["a"] } },
          { type: "array", minItems: 1, uniqueItems: true, items: { type: "number" } },
        ),
      );
    return fc.oneof(...plain);
  }

  ref(names: readonly string[]): fc.Arbitrary<Json> {
    return fc.constantFrom(...names).map((name) => ({ $ref: reference(this.dialect)(name) }));
  }

  nullable(schema: Arbitrary): Arbitrary {
    const change = (value: unknown): unknown => {
      const { type, ...rest } = value as Json;
      if (this.isOld) return { ...(value as Json), nullable: true };
      if (typeof type === "string") return { ...rest, type: [type, "null"] };
      return value;
    };
    return fc.oneof(
      { weight: 4, arbitrary: schema },
      { weight: 1, arbitrary: schema.map((value) => (typeof value === "boolean" ? value : change(value))) },
    );
  }

  properties(below: Arbitrary, names: fc.Arbitrary<string> = property): fc.Arbitrary<Json> {
    const some = fc.dictionary(names, below, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
    return fc
      .tuple(some, fc.subarray(["a", "b", "c", "d"], { maxLength: 2 }), fc.boolean())
      .map(([properties, names, areDeclared]): Json => {
        const required = areDeclared ? names.filter((name) => Object.hasOwn(properties, name)) : names;
        if (required.length === 0) return { properties };
        return { properties, required };
      });
  }

  /** The rest of an object: nothing, open, closed, or by a schema. */
  others(below: Arbitrary): Arbitrary {
    const found = [fc.constant({}), fc.constant({}), fc.constant({ additionalProperties: true })];
    if (this.isExact) return fc.constant({});
    const closing = fc.constant({ additionalProperties: false });
    return fc.oneof(
      ...found,
      closing,
      below.map((additionalProperties) => ({ additionalProperties })),
    );
  }

  object(below: Arbitrary): Arbitrary {
    const rules: Arbitrary[] = [fc.constant({})];
    if (!this.isExact)
      rules.push(fc.constant({ not: { required: ["d"] } }), fc.constant({ minProperties: 1 }));
    if (!this.isExact && !this.isOld)
      rules.push(
        fc.constantFrom(...conditions),
        fc.constant(
          this.dialect === "draft-07" ? { dependencies: { a: ["c"] } } : { dependentRequired: { a: ["c"] } },
        ),
        fc.constant(this.dialect === "draft-07" ? {} : { unevaluatedProperties: false }),
      );
    return merged(
      fc.constant({ type: "object" }),
      this.properties(below),
      this.others(below),
      fc.oneof(...rules),
    );
  }

  record(below: Arbitrary): Arbitrary {
    return fc.oneof(
      fc.constant({ type: "object" }),
      fc.constant({ type: "object", additionalProperties: false }),
      below.map((additionalProperties) => ({ type: "object", additionalProperties })),
    );
  }

  patterns(below: Arbitrary): Arbitrary {
    const values = below.map((schema) => ({ type: "object", patternProperties: { "^x-": schema } }));
    const two = fc
      .tuple(below, below)
      .map(([a, b]) => ({ type: "object", patternProperties: { "^x-": a, "^y-": b } }));
    const others = this.isExact ? fc.constant({}) : this.others(below);
    const declared = this.isExact ? fc.constant({}) : fc.oneof(fc.constant({}), this.properties(below));
    return merged(fc.oneof(values, two), others, declared);
  }

  list(below: Arbitrary): Arbitrary {
    return fc.oneof(below, below, fc.constant(false)).map((items) => {
      return { type: "array", items: this.isOld && typeof items === "boolean" ? {} : items };
    });
  }

  tuple(below: Arbitrary): Arbitrary {
    const length = fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined });
    const items = fc.oneof(
      fc.constant({}),
      fc.constant({ items: false }),
      below.map((items) => ({ items })),
    );
    const prefix = fc.array(below, { minLength: 1, maxLength: 3 });
    const words = (prefixItems: unknown[], { items: others }: Json): Json =>
      this.dialect === "draft-07"
        ? { items: prefixItems, ...(others !== undefined && { additionalItems: others }) }
        : { prefixItems, ...(others !== undefined && { items: others }) };
    return fc.tuple(prefix, length, length, items).map(([prefixItems, min, max, rest]) => ({
      type: "array",
      ...words(prefixItems, rest as Json),
      ...(min !== undefined && { minItems: min }),
      ...(max !== undefined && (min === undefined || min <= max) && { maxItems: max }),
    }));
  }

  union(below: Arbitrary): Arbitrary {
    const members = fc.array(fc.oneof(below, this.ref(objectBases)), { minLength: 1, maxLength: 3 });
    const keyword = this.isExact ? fc.constant("anyOf") : fc.constantFrom("anyOf", "oneOf");
    const any = fc
      .tuple(keyword, members)
      .map(([key, list]) => ({ [key]: list.map((each) => this.asObject(each)) }));
    // `object & { a?: string }` takes in lists, so where a type is to say all, the members are objects by themselves.
    const list = this.isExact ? fc.array(this.ref(objectBases), { minLength: 1, maxLength: 3 }) : members;
    const objects = fc.constantFrom<Json>({ type: "object" }, { type: "object", required: ["a"] });
    const ofObjects = fc
      .tuple(keyword, list, fc.oneof(objects, this.part(below, "e")))
      .map(([key, all, rest]) => ({ ...(rest as Json), [key]: all.map((each) => this.asObject(each)) }));
    return fc.oneof({ weight: 3, arbitrary: any }, { weight: 2, arbitrary: ofObjects });
  }

  /** In 3.0 no schema is a boolean. */
  asObject(schema: unknown): unknown {
    if (this.isOld && typeof schema === "boolean") return {};
    return schema;
  }

  /** An object in a composition. Where a type is to say all, no two declare the same name: `string & {}` is odd. */
  part(below: Arbitrary, name: string): Arbitrary {
    const names = this.isExact ? fc.constant(name) : property;
    return this.properties(below, names).map((rest) => ({ type: "object", ...rest }));
  }

  composition(below: Arbitrary): Arbitrary {
    const required = fc.subarray(["a", "b", "c", "d"], { minLength: 1, maxLength: 2 });
    const part = fc.oneof(
      { weight: 3, arbitrary: this.ref(objectBases) },
      { weight: 2, arbitrary: this.part(below, "f") },
    );
    const further = fc.oneof(
      { weight: 2, arbitrary: this.ref(objectBases) },
      { weight: 2, arbitrary: this.part(below, "g") },
      { weight: 1, arbitrary: required.map((names) => ({ required: names })) },
      { weight: 1, arbitrary: required.map((names) => ({ type: "object", required: names })) },
      {
        weight: 1,
        arbitrary: this.isExact ? this.ref(objectBases) : below.map((each) => this.asObject(each)),
      },
    );
    const beside = fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      { weight: 2, arbitrary: required.map((names) => ({ required: names })) },
      { weight: 1, arbitrary: required.map((names) => ({ type: "object", required: names })) },
      { weight: 1, arbitrary: this.part(below, "h") },
    );
    return fc
      .tuple(part, fc.array(further, { maxLength: 2 }), beside)
      .map(([first, others, rest]) => ({ ...(rest as Json), allOf: [first, ...others] }));
  }

  besideReference(): Arbitrary {
    const beside = fc.constantFrom<Json>(
      { required: ["a"] },
      { required: ["a", "d"] },
      { type: "object", properties: { d: { type: "string" } }, required: ["d"] },
      { type: "object" },
    );
    return merged(this.ref(objectBases), beside);
  }
}

function merged(...parts: readonly Arbitrary[]): Arbitrary {
  return fc.tuple(...parts).map((all) => Object.assign({}, ...(all as Json[])) as Json);
}
