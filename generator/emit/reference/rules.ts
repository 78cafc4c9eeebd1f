import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Place } from "../../../reader/documents/place.js";
import { branches, propertyBranches, propertyNames } from "../../../reader/documents/properties.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import { type Code, code } from "../../../reader/text/code/code.js";
import { markdownCell, markdownCode, markdownText } from "../../../reader/text/code/markdown.js";
import type { View } from "../../render/template.js";

interface Rule {
  readonly rule: string;
  readonly message: string;
  readonly level: string;
  readonly clause?: string;
}

/** The rules between the fields of a schema, its bases excluded. */
export function ruleViews(schema: Place): View[] {
  return rulesOf(schema).map(({ rule, message, level, clause }) => ({
    rule: markdownCode(rule),
    message: markdownCell(message),
    level: markdownText(level),
    clause: markdownText(clause ?? ""),
  }));
}

/** All rules of an event, those of its bases and of its properties included. */
export function ruleSentences(contracts: Contracts, payload: Place): Code[] {
  const own = branches(contracts, payload).flatMap(rulesOf);
  const inner = propertyNames(contracts, payload).flatMap((name) =>
    propertyBranches(contracts, payload, [name])
      .flatMap(rulesOf)
      .map(({ message }) => code`In ${markdownCode(name)}: ${markdownCell(message)}`),
  );
  return [...own.map(({ message }) => markdownCell(message)), ...inner];
}

function rulesOf({ value }: Place): readonly Rule[] {
  return isSchemaObject(value) && Array.isArray(value["x-rules"]) ? (value["x-rules"] as Rule[]) : [];
}
