import { escapeToken } from "@oipkit/runtime/json-pointer";
import { type Reading, readingOf } from "./reading.js";

/** A `$ref`, a `$dynamicRef` or a target of a `discriminator` mapping, and where it is. */
export interface Reference {
  readonly ref: string;
  /** Tokens of the object that holds it. */
  readonly tokens: readonly string[];
  /** The value of a discriminator, or `$dynamicRef`; absent for a `$ref`. */
  readonly key?: string;
}

/** What a schema calls itself, and where it is. */
export interface Identifiers {
  readonly tokens: readonly string[];
  readonly $id?: string | undefined;
  readonly $anchor?: string | undefined;
  readonly $dynamicAnchor?: string | undefined;
}

/** A string keyword that oipkit checks, and where its object is. */
export interface Keyword {
  readonly value: unknown;
  readonly tokens: readonly string[];
}

/** What one pass over a document finds outside example data. */
export interface Scan {
  readonly references: readonly Reference[];
  readonly identifiers: readonly Identifiers[];
  readonly patterns: readonly Keyword[];
  /** Cross-field rules. */
  readonly rules: readonly Keyword[];
  /** `x-extensible-enum`. */
  readonly openEnums: readonly Keyword[];
}

interface Step {
  readonly value: object;
  readonly parent: Step | undefined;
  readonly token: string;
  readonly reading: Exclude<Reading, "data">;
}

/** The scan of a file that holds data, such as an example. */
export const nothingScanned: Scan = {
  references: [],
  identifiers: [],
  patterns: [],
  rules: [],
  openEnums: [],
};

/** Finds everything that later steps need in one walk through a document. */
export function scan(root: unknown): Scan {
  const references: Reference[] = [];
  const identifiers: Identifiers[] = [];
  const patterns: Keyword[] = [];
  const rules: Keyword[] = [];
  const openEnums: Keyword[] = [];
  const found: Scan = { references, identifiers, patterns, rules, openEnums };
  if (!isContainer(root)) return found;
  const open: Step[] = [{ value: root, parent: undefined, token: "", reading: "keywords" }];
  for (let step = open.pop(); step; step = open.pop()) {
    const record = step.value as Record<string, unknown>;
    if (step.reading === "keywords" && !Array.isArray(record)) {
      if (typeof record.$ref === "string") references.push({ ref: record.$ref, tokens: tokensOf(step) });
      if (typeof record.$dynamicRef === "string")
        references.push({ ref: record.$dynamicRef, tokens: tokensOf(step), key: "$dynamicRef" });
      if (identifierKeywords.some((keyword) => typeof record[keyword] === "string"))
        identifiers.push(...identifiersOf(record, tokensOf(step)));
      if (typeof record.pattern === "string")
        patterns.push({ value: record.pattern, tokens: [...tokensOf(step), "pattern"] });
      if (record["x-rules"] !== undefined)
        rules.push({ value: record["x-rules"], tokens: [...tokensOf(step), "x-rules"] });
      if (record["x-extensible-enum"] !== undefined)
        openEnums.push({
          value: record["x-extensible-enum"],
          tokens: [...tokensOf(step), "x-extensible-enum"],
        });
    }
    if (step.token === "mapping" && step.parent?.token === "discriminator" && step.reading === "names")
      references.push(...mappedReferences(root, record, tokensOf(step)));
    if (step.token === "patternProperties" && step.reading === "names") {
      for (const key of Object.keys(record)) patterns.push({ value: key, tokens: [...tokensOf(step), key] });
    }
    openChildren(step, record, open);
  }
  return found;
}

const identifierKeywords = ["$id", "$anchor", "$dynamicAnchor"] as const;

/** Nothing in an extension counts. */
function identifiersOf(record: Record<string, unknown>, tokens: readonly string[]): Identifiers[] {
  if (tokens.some((token) => token.startsWith("x-"))) return [];
  const [$id, $anchor, $dynamicAnchor] = identifierKeywords.map((keyword) => {
    const value = record[keyword];
    return typeof value === "string" ? value : undefined;
  });
  return [{ tokens, $id, $anchor, $dynamicAnchor }];
}

function mappedReferences(
  root: object,
  mapping: Record<string, unknown>,
  tokens: readonly string[],
): Reference[] {
  return Object.entries(mapping).flatMap(([key, target]) =>
    typeof target === "string" ? [{ ref: mappedReference(root, target), tokens, key }] : [],
  );
}

/** A discriminator maps to a schema by reference, or by its name in `components`. */
export function mappedReference(root: unknown, target: string): string {
  const { components } = (root ?? {}) as { components?: { schemas?: object } };
  const isName = Object.hasOwn(components?.schemas ?? {}, target) || /^[^/#.]+$/.test(target);
  return isName ? `#/components/schemas/${escapeToken(target)}` : target;
}

function openChildren(step: Step, record: Record<string, unknown>, open: Step[]): void {
  const keys = Object.keys(record);
  for (let at = keys.length - 1; at >= 0; at--) {
    const token = keys[at] as string;
    const value = record[token];
    if (!isContainer(value)) continue;
    const reading = readingOf(step.reading, token, value);
    if (reading !== "data") open.push({ value, parent: step, token, reading });
  }
}

function isContainer(value: unknown): value is object {
  return value !== null && typeof value === "object";
}

function tokensOf(step: Step): string[] {
  const tokens: string[] = [];
  for (let at: Step | undefined = step; at?.parent; at = at.parent) tokens.push(at.token);
  return tokens.reverse();
}
