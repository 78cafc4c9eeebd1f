import { ExactNumber, type Numeric } from "../../../../reader/documents/exact-number.js";
import { exactLimits } from "../../../../reader/validation/exact-support.js";
import type { Node, NodeObject } from "../../../../reader/validation/nodes/node.js";
import {
  type ArrayAtom,
  all,
  always,
  any,
  type Formula,
  type JsonType,
  type NameSet,
  never,
  type ObjectAtom,
  type SignedNode,
} from "./goal.js";
import { referenceTargets, saysNothing } from "./node-classes.js";
import { unevaluatedFormula } from "./unevaluated.js";

/** What a schema, or its opposite, says about the values of a type; one level deep. */
export function expand({ node, holds }: SignedNode, type: JsonType): Formula {
  const formula = positive(node, type);
  if (holds) return formula;
  return negate(formula);
}

function schema(node: Node, holds = true): Formula {
  if (typeof node !== "boolean") return { kind: "schema", node, holds };
  if (node === holds) return always;
  return never;
}

function positive(node: Node, type: JsonType): Formula {
  if (typeof node === "boolean") return node ? always : never;
  return all([
    ...valueFormulas(node, type),
    ...referenceTargets(node).map((target) => schema(target)),
    ...sameValueFormulas(node),
    ...typeFormulas(node, type),
    ...unevaluatedFormula(node, type),
  ]);
}

function valueFormulas(node: NodeObject, type: JsonType): Formula[] {
  const formulas: Formula[] = [];
  if (node.type !== undefined && !node.type.includes(type)) {
    if (type !== "number" || !node.type.includes("integer")) return [never];
    formulas.push({ kind: "multiple", of: 1, holds: true });
  }
  for (const values of [node.enum, "const" in node ? [node.const] : undefined])
    if (values !== undefined)
      formulas.push({
        kind: "values",
        values: values.filter((value) => jsonType(value) === type),
        holds: true,
      });
  return formulas;
}

function sameValueFormulas(node: NodeObject): Formula[] {
  const formulas: Formula[] = [...(node.allOf ?? [])].map((each) => schema(each));
  if (node.anyOf !== undefined) formulas.push(any(node.anyOf.map((each) => schema(each))));
  if (node.oneOf !== undefined) formulas.push({ kind: "one", of: node.oneOf, holds: true });
  if (node.not !== undefined) formulas.push(schema(node.not, false));
  if (node.if !== undefined && (node.then !== undefined || node.else !== undefined))
    formulas.push(
      any([
        all([schema(node.if), schema(node.then ?? true)]),
        all([schema(node.if, false), schema(node.else ?? true)]),
      ]),
    );
  return formulas;
}

function typeFormulas(node: NodeObject, type: JsonType): Formula[] {
  switch (type) {
    case "null":
    case "boolean":
      return [];
    case "number":
      return numberFormulas(node);
    case "string":
      return stringFormulas(node);
    case "array":
      return arrayFormulas(node);
    case "object":
      return objectFormulas(node);
  }
}

function numberFormulas(node: NodeObject): Formula[] {
  const bound = (at: Numeric | undefined, side: "least" | "most", open: boolean): Formula[] => {
    if (at === undefined) return [];
    return [{ kind: "bound", side, at, open }];
  };
  const formulas: Formula[] = [
    ...bound(node.minimum, "least", false),
    ...bound(node.maximum, "most", false),
    ...bound(node.exclusiveMinimum, "least", true),
    ...bound(node.exclusiveMaximum, "most", true),
  ];
  if (node.multipleOf !== undefined) formulas.push({ kind: "multiple", of: node.multipleOf, holds: true });
  formulas.push(...formatFormulas(node, "number"));
  return formulas;
}

function stringFormulas(node: NodeObject): Formula[] {
  const formulas: Formula[] = [...sizeFormulas(node.minLength, node.maxLength)];
  if (node.pattern !== undefined) formulas.push({ kind: "pattern", pattern: node.pattern, holds: true });
  formulas.push(...formatFormulas(node, "string"));
  return formulas;
}

function formatFormulas({ format }: NodeObject, type: "number" | "string"): Formula[] {
  if (format === undefined || format.type !== type) return [];
  const limits = exactLimits.get(format.name);
  if (limits === undefined) return saysNothing(format) ? [] : [{ kind: "format", format, holds: true }];
  return [
    { kind: "multiple", of: 1, holds: true },
    { kind: "bound", side: "least", at: limits.least, open: false },
    { kind: "bound", side: "most", at: limits.most, open: false },
  ];
}

function arrayFormulas(node: NodeObject): Formula[] {
  const { prefixItems = [], items = true, contains, minContains = 1, maxContains } = node;
  const hasItems = prefixItems.length > 0 || items !== true;
  const formulas: Formula[] = [...sizeFormulas(node.minItems, node.maxItems)];
  if (hasItems) formulas.push({ kind: "items", first: prefixItems, rest: items });
  if (contains !== undefined)
    formulas.push({
      kind: "contains",
      node: contains,
      least: minContains,
      most: maxContains ?? Number.POSITIVE_INFINITY,
    });
  if (node.uniqueItems === true) formulas.push({ kind: "unique", holds: true });
  return formulas;
}

function objectFormulas(node: NodeObject): Formula[] {
  const { properties, patternProperties, additionalProperties: rest = true } = node;
  const hasMembers = properties !== undefined || patternProperties !== undefined || rest !== true;
  const members = {
    properties: new Map(Object.entries(properties ?? {})),
    patterns: new Map(Object.entries(patternProperties ?? {})),
    rest,
  };
  const present = (name: string, holds = true): Formula => ({ kind: "present", name, holds });
  const formulas: Formula[] = [
    ...sizeFormulas(node.minProperties, node.maxProperties),
    ...(node.required ?? []).map((name) => present(name)),
    ...Object.entries(node.dependentRequired ?? {}).flatMap(([name, others]) =>
      others.map((other) => any([present(name, false), present(other)])),
    ),
    ...Object.entries(node.dependentSchemas ?? {}).map(([name, each]) =>
      any([present(name, false), schema(each)]),
    ),
  ];
  if (node.propertyNames !== undefined && node.propertyNames !== true)
    formulas.push({ kind: "names", node: node.propertyNames });
  if (hasMembers) formulas.push({ kind: "members", members });
  formulas.push(...(node.rules ?? []).map((rule): Formula => ({ kind: "rule", rule, holds: true })));
  return formulas;
}

function sizeFormulas(least = 0, most = Number.POSITIVE_INFINITY): Formula[] {
  if (least === 0 && most === Number.POSITIVE_INFINITY) return [];
  return [{ kind: "size", least, most }];
}

/** The opposite of a formula. */
function negate(formula: Formula): Formula {
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
      if (formula.holds) return avoidValues(formula.values);
      return { ...formula, holds: true };
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
      if (formula.node === true) return never;
      return { kind: "someName", node: formula.node };
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
  if (formula.kind === "schema") return { ...formula, late: true };
  return formula;
}

function someItem({ first, rest }: Extract<ArrayAtom, { readonly kind: "items" }>): Formula {
  const named: Formula[] = first.flatMap((node, at) => (node === true ? [] : [{ kind: "item", at, node }]));
  const other: Formula[] = rest === true ? [] : [{ kind: "someItem", from: first.length, node: rest }];
  return any([...named, ...other]);
}

function someMember({ members }: Extract<ObjectAtom, { readonly kind: "members" }>): Formula {
  const { properties, patterns, rest } = members;
  const some = (names: NameSet, node: typeof rest): Formula[] => {
    if (node === true) return [];
    return [{ kind: "someMember", names, node }];
  };
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
function avoidValues(values: readonly unknown[]): Formula {
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

/** The type of a JSON value. */
function jsonType(value: unknown): JsonType {
  if (value === null) return "null";
  if (value instanceof ExactNumber) return "number";
  if (Array.isArray(value)) return "array";
  return typeof value as JsonType;
}
