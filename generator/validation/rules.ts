import { _, type Code as AjvCode, type CodeKeywordDefinition, type KeywordCxt, str } from "ajv";
import { getProperty } from "ajv/dist/compile/codegen/index.js";
import { fromPointer } from "../read/pointer.js";
import { isSchemaObject } from "../read/schema-walk.js";
import { snippets } from "./snippets.js";

/** A cross-field rule of a contract (`vocabulary/x-rules.schema.yaml`). */
export interface Rule {
  readonly rule: string;
  readonly message: string;
  readonly level: "must" | "should" | "info";
  readonly clause?: string;
  /** Pointers to two values that must be the same JSON scalar. */
  readonly equal?: readonly [string, string];
  /** Pointers to two RFC 3339 instants; the first must be later than the second. */
  readonly later?: readonly [string, string];
}

/** Whether a value of `x-rules` is one that this toolkit knows. */
export function isRuleList(value: unknown): value is readonly Rule[] {
  const isText = (item: unknown) => typeof item === "string";
  const isPair = (item: unknown) => Array.isArray(item) && item.length === 2 && item.every(isPointer);
  return (
    Array.isArray(value) &&
    value.every(
      (each: unknown) =>
        isSchemaObject(each) &&
        isText(each.rule) &&
        isText(each.message) &&
        (isPair(each.equal) || isPair(each.later)),
    )
  );
}

function isPointer(value: unknown): boolean {
  return typeof value === "string" && /^(?:\/(?:[^~/]|~[01])*)*$/.test(value);
}

/** The `x-rules` keyword: each rule becomes a comparison in the validator's own code. */
export const rulesKeyword: CodeKeywordDefinition = {
  keyword: "x-rules",
  type: "object",
  schemaType: "array",
  error: {
    message: ({ params }) => str`${params.message as AjvCode}`,
    params: ({ params }) => _`{rule: ${params.rule as AjvCode}}`,
  },
  code(cxt: KeywordCxt) {
    const { gen, data } = cxt;
    for (const rule of cxt.schema as readonly Rule[]) {
      const [left, right] = (rule.equal ?? rule.later ?? []).map((pointer) => access(data, pointer));
      if (left === undefined || right === undefined) continue;
      cxt.setParams({ rule: _`${rule.rule}`, message: _`${rule.message}` });
      const a = gen.const("a", left);
      const b = gen.const("b", right);
      gen.if(
        rule.later ? notLater(cxt, a, b) : _`${a} !== undefined && ${b} !== undefined && ${a} !== ${b}`,
        () => cxt.error(true),
      );
    }
  },
};

function notLater({ gen }: KeywordCxt, a: AjvCode, b: AjvCode): AjvCode {
  const isNotLater = gen.scopeValue("func", { ref: snippets.isNotLater, code: _`isNotLater` });
  return _`typeof ${a} === "string" && typeof ${b} === "string" && ${isNotLater}(${a}, ${b})`;
}

function access(root: AjvCode, pointer: string): AjvCode {
  return fromPointer(pointer).reduce<AjvCode>((value, token) => {
    const property = getProperty(token);
    return property.toString().startsWith(".") ? _`${value}?${property}` : _`${value}?.${property}`;
  }, root);
}
