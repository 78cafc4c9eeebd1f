import { fromPointer } from "@oipkit/runtime/json-pointer";
import { isSchemaObject } from "../../documents/schema-walk.js";
import type { Level } from "./level.js";

/** A cross-field rule of a contract (`reader/vocabulary/x-rules.schema.yaml`); places are tokens relative to the object. */
export interface Rule {
  readonly rule: string;
  readonly message: string;
  readonly level: Level;
  readonly clause?: string;
  /** Two values that must be the same JSON scalar. */
  readonly equal?: Pair;
  /** Two RFC 3339 instants; the first must be later than the second. */
  readonly later?: Pair;
}

type Pair = readonly [readonly string[], readonly string[]];

/** The rules in a value of `x-rules`; `undefined` if it isn't a list of rules that this toolkit knows. */
export function rulesIn(value: unknown): readonly Rule[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const rules = (value as unknown[]).map(ruleIn);
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

function ruleIn(value: unknown): Rule | undefined {
  if (!isSchemaObject(value) || typeof value.rule !== "string" || typeof value.message !== "string")
    return undefined;
  const { rule, message, level, clause } = value;
  const [equal, later] = [pairIn(value.equal), pairIn(value.later)];
  if (equal === undefined && later === undefined) return undefined;
  return {
    rule,
    message,
    level: level === "should" || level === "info" ? level : "must",
    ...(typeof clause === "string" ? { clause } : {}),
    ...(equal === undefined ? { later: later as Pair } : { equal }),
  };
}

function pairIn(value: unknown): Pair | undefined {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(isPointer)) return undefined;
  return (value as string[]).map(fromPointer) as unknown as Pair;
}

function isPointer(value: unknown): boolean {
  return typeof value === "string" && /^(?:\/(?:[^~/]|~[01])*)*$/.test(value);
}
