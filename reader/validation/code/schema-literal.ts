import { type Code, code } from "../../text/code/code.js";
import { enclosed } from "../../text/code/enclosed.js";
import { inlineLiteral, valueKey } from "../../text/code/literal.js";
import type { Format } from "../nodes/format.js";
import type { Node, NodeObject, Reference } from "../nodes/node.js";
import type { ModuleContext } from "./module-context.js";

/**
 * A schema as data: the node as an object literal, references as functions, since their targets may be declared later.
 * `first` are members that precede the node's own.
 */
export function schemaLiteral(context: ModuleContext, node: Node, first: readonly Code[] = []): Code {
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
      return typeof value === "boolean"
        ? inlineLiteral(value)
        : code`() => ${context.schema((value as Reference).definition)}`;
    case "format":
      return context.format(value as Format);
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
