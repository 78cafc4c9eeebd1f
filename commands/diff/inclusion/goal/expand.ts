import { integerFormats } from "../../../../reader/validation/formats.js";
import type { Node, NodeObject } from "../../../../reader/validation/nodes/node.js";
import { all, always, any, type Formula, type JsonType, never } from "./formula.js";
import type { Signed } from "./goal.js";
import { negate } from "./negate.js";
import { typeOf } from "./type-of.js";
import { unevaluatedFormula } from "./unevaluated.js";
import { targetsOf } from "./unwrapped.js";

/** What a schema, or its opposite, says about the values of a type; one level deep. */
export function expand({ node, holds }: Signed, type: JsonType): Formula {
  const formula = positive(node, type);
  return holds ? formula : negate(formula);
}

const schema = (node: Node, holds = true): Formula =>
  typeof node === "boolean" ? (node === holds ? always : never) : { kind: "schema", node, holds };

function positive(node: Node, type: JsonType): Formula {
  if (typeof node === "boolean") return node ? always : never;
  return all([
    ...valueFormulas(node, type),
    ...targetsOf(node).map((target) => schema(target)),
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
        values: values.filter((value) => typeOf(value) === type),
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
  const bound = (at: number | undefined, side: "least" | "most", open: boolean): Formula[] =>
    at === undefined ? [] : [{ kind: "bound", side, at, open }];
  return [
    ...bound(node.minimum, "least", false),
    ...bound(node.maximum, "most", false),
    ...bound(node.exclusiveMinimum, "least", true),
    ...bound(node.exclusiveMaximum, "most", true),
    ...(node.multipleOf === undefined
      ? []
      : [{ kind: "multiple", of: node.multipleOf, holds: true } as const]),
    ...formatFormulas(node, "number"),
  ];
}

function stringFormulas(node: NodeObject): Formula[] {
  return [
    ...sizeFormulas(node.minLength, node.maxLength),
    ...(node.pattern === undefined ? [] : [{ kind: "pattern", pattern: node.pattern, holds: true } as const]),
    ...formatFormulas(node, "string"),
  ];
}

function formatFormulas({ format }: NodeObject, type: "number" | "string"): Formula[] {
  if (format === undefined || format.type !== type) return [];
  const limits = integerFormats.get(format.name);
  if (limits === undefined) return [{ kind: "format", format, holds: true }];
  return [
    { kind: "multiple", of: 1, holds: true },
    { kind: "bound", side: "least", at: limits.least, open: false },
    { kind: "bound", side: "most", at: limits.most, open: false },
  ];
}

function arrayFormulas(node: NodeObject): Formula[] {
  const { prefixItems = [], items = true, contains, minContains = 1, maxContains } = node;
  const hasItems = prefixItems.length > 0 || items !== true;
  return [
    ...sizeFormulas(node.minItems, node.maxItems),
    ...(hasItems ? [{ kind: "items", first: prefixItems, rest: items } as const] : []),
    ...(contains === undefined
      ? []
      : [
          {
            kind: "contains",
            node: contains,
            least: minContains,
            most: maxContains ?? Number.POSITIVE_INFINITY,
          } as const,
        ]),
    ...(node.uniqueItems === true ? [{ kind: "unique", holds: true } as const] : []),
  ];
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
  return [
    ...sizeFormulas(node.minProperties, node.maxProperties),
    ...(node.required ?? []).map((name) => present(name)),
    ...Object.entries(node.dependentRequired ?? {}).flatMap(([name, others]) =>
      others.map((other) => any([present(name, false), present(other)])),
    ),
    ...Object.entries(node.dependentSchemas ?? {}).map(([name, each]) =>
      any([present(name, false), schema(each)]),
    ),
    ...(node.propertyNames === undefined || node.propertyNames === true
      ? []
      : [{ kind: "names", node: node.propertyNames } as const]),
    ...(hasMembers ? [{ kind: "members", members } as const] : []),
    ...(node.rules ?? []).map((rule): Formula => ({ kind: "rule", rule, holds: true })),
  ];
}

function sizeFormulas(least = 0, most = Number.POSITIVE_INFINITY): Formula[] {
  return least === 0 && most === Number.POSITIVE_INFINITY ? [] : [{ kind: "size", least, most }];
}
