import { type Code, code, enclosed, join } from "../../text/code/code.js";
import { inlineLiteral, valueKey } from "../../text/code/literal.js";
import {
  type Definition,
  type Node,
  type NodeObject,
  type NodeReference,
  nodesIn,
  type ValueFormat,
} from "../nodes/node.js";
import type { ModuleContext } from "./module-context.js";
import { isDeep, needsEvaluation } from "./node-traits.js";
import { PredicateFunctions } from "./predicate-functions.js";

/** Whether code is a TypeScript module, which exports its definitions with their types, or a script in JavaScript. */
export type DefinitionForm = "module" | "script";

/** The code of a definition: its constants, its predicate, and the schema that describes violations. */
export function definitionCode(context: ModuleContext, definition: Definition, form: DefinitionForm): Code {
  context.start(definition);
  const schema = context.schema(definition);
  // What is valid needn't be searched for violations. A deep value could be tested again at each of its levels.
  const members = isDeep(definition) ? [] : [code`accepts: ${context.accepts(definition)}`];
  const predicate = predicateCode(context, definition, form);
  const constants = context.constants.length === 0 ? [] : [join(context.constants, "\n")];
  const type = typeof definition.node === "boolean" ? code`: boolean` : code`: object`;
  const head = form === "module" ? code`export const ${schema}${type}` : code`const ${schema}`;
  const data = code`${head} = ${schemaLiteral(context, definition.node, members)};`;
  return join([...constants, predicate, data], "\n\n");
}

/**
 * The function that only returns whether a value is valid by a definition: each property is read once, and
 * it stops at the first violation. Keywords that depend on how others evaluate the value are left to an evaluation.
 */
function predicateCode(context: ModuleContext, definition: Definition, form: DefinitionForm): Code {
  const { node } = definition;
  const name = context.accepts(definition);
  const counts = isDeep(definition);
  if ([...nodesIn(node)].some(needsEvaluation)) {
    const conforms = context.use("conforms");
    const rest = counts ? code`, depth` : code``;
    return code`${predicateHead(name, { counts, form })} {\n  return ${conforms}(${context.schema(definition)}, value${rest});\n}`;
  }
  const functions = new PredicateFunctions(context, name.toString(), counts);
  const main = functions.main(predicateHead(name, { counts, form }), node);
  return join([...functions.alternatives, main], "\n\n");
}

/** The head of a predicate. One that `counts` takes the levels of the document around the value. */
function predicateHead(name: Code, { counts, form }: { counts: boolean; form: DefinitionForm }): Code {
  const depth = counts ? code`, depth = 0` : code``;
  if (form === "script") return code`function ${name}(value${depth})`;
  return code`export function ${name}(value: unknown${depth}): boolean`;
}

/**
 * A schema as data: the node as an object literal, references as functions, since their targets may be declared later.
 * `first` are members that precede the node's own.
 */
function schemaLiteral(context: ModuleContext, node: Node, first: readonly Code[] = []): Code {
  if (typeof node === "boolean") return inlineLiteral(node);
  const members = (Object.entries(node) as [keyof NodeObject, unknown][]).map(
    ([key, value]) => code`${valueKey(key)}: ${member(context, key, value)}`,
  );
  return enclosed("object", [...first, ...members]);
}

function member(context: ModuleContext, key: keyof NodeObject, value: unknown): Code {
  const below = (node: Node) => schemaLiteral(context, node);
  switch (key) {
    case "$ref":
    case "$dynamicRef":
      if (typeof value === "boolean") return inlineLiteral(value);
      return code`() => ${context.schema((value as NodeReference).definition)}`;
    case "format":
      return context.format(value as ValueFormat);
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "prefixItems":
      return enclosed("list", (value as Node[]).map(below));
    case "properties":
    case "patternProperties":
    case "dependentSchemas": {
      const entries = Object.entries(value as Record<string, Node>);
      return enclosed(
        "object",
        entries.map(([name, node]) => code`${valueKey(name)}: ${below(node)}`),
      );
    }
    case "not":
    case "if":
    case "then":
    case "else":
    case "additionalProperties":
    case "propertyNames":
    case "unevaluatedProperties":
    case "items":
    case "contains":
    case "unevaluatedItems":
      return below(value as Node);
    case "rules":
      return enclosed(
        "list",
        (value as object[]).map((rule) => wrapped(rule)),
      );
    default:
      return wrapped(value);
  }
}

/** Plain data, on several lines if one isn't enough. */
function wrapped(value: unknown): Code {
  if (Array.isArray(value)) return enclosed("list", value.map(wrapped));
  if (value === null || typeof value !== "object") return inlineLiteral(value);
  return enclosed(
    "object",
    Object.entries(value).map(([key, item]) => code`${valueKey(key)}: ${wrapped(item)}`),
  );
}
