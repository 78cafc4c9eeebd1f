import { escapeToken } from "@oipkit/runtime/json-pointer";
import { ignoresSiblings, keywordsOfAnyDialect, publicDialect } from "./dialects/dialect.js";
import { isExtension, type Reading, readingOf } from "./reading.js";

/** A `$ref`, a `$dynamicRef` or a target of a `discriminator` mapping, and where it is. */
export interface Reference {
  readonly ref: string;
  /** Tokens of the object that holds it. */
  readonly tokens: readonly string[];
  /** The value of a discriminator, or `$dynamicRef`; absent for a `$ref`. */
  readonly key?: string;
  /** Whether it is inside of a keyword that JSON Schema doesn't have, so that it may be data. */
  readonly isUnknown?: boolean;
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
  /** Whether the document was read as a JSON Schema. */
  readonly isSchema: boolean;
}

interface Step {
  readonly value: object;
  readonly parent: Step | undefined;
  readonly token: string;
  readonly reading: Exclude<Reading, "data">;
  /** Whether it is inside of an unknown keyword. */
  readonly isUnknown: boolean;
  /** Whether its dialect ignores what is next to a `$ref`. */
  readonly isRefAlone: boolean;
}

/** The scan of a file that holds data, such as an example. */
export const nothingScanned: Scan = {
  references: [],
  identifiers: [],
  patterns: [],
  rules: [],
  openEnums: [],
  isSchema: false,
};

/**
 * Finds everything that later steps need in one walk through a document. In a JSON Schema, what is inside of a keyword that
 * no dialect has may be data: it identifies nothing, and need not resolve.
 */
export function scan(root: unknown, { isSchema }: { readonly isSchema: boolean }): Scan {
  const references: Reference[] = [];
  const identifiers: Identifiers[] = [];
  const patterns: Keyword[] = [];
  const rules: Keyword[] = [];
  const openEnums: Keyword[] = [];
  const found: Scan = { references, identifiers, patterns, rules, openEnums, isSchema };
  if (!isContainer(root)) return found;
  const start = { value: root, parent: undefined, token: "", isUnknown: false, isRefAlone: false };
  const open: Step[] = [{ ...start, reading: "keywords" }];
  for (let step = open.pop(); step; step = open.pop()) {
    const record = step.value as Record<string, unknown>;
    const isRefAlone = refIsAlone(step, record);
    const isUnknown = step.isUnknown ? { isUnknown: true } : undefined;
    if (step.reading === "keywords" && !Array.isArray(record)) {
      if (typeof record.$ref === "string")
        references.push({ ref: record.$ref, tokens: tokensOf(step), ...isUnknown });
      if (typeof record.$dynamicRef === "string")
        references.push({
          ref: record.$dynamicRef,
          tokens: tokensOf(step),
          key: "$dynamicRef",
          ...isUnknown,
        });
      const isIdentified = !step.isUnknown && !(isRefAlone && typeof record.$ref === "string");
      if (isIdentified && identifierKeywords.some((keyword) => typeof record[keyword] === "string"))
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
    openChildren(isRefAlone === step.isRefAlone ? step : { ...step, isRefAlone }, { record, open, isSchema });
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

function refIsAlone({ reading, isRefAlone }: Step, { $schema }: Record<string, unknown>): boolean {
  const dialect = reading === "keywords" ? publicDialect($schema) : undefined;
  return dialect === undefined ? isRefAlone : ignoresSiblings(dialect);
}

function openChildren(
  step: Step,
  {
    record,
    open,
    isSchema,
  }: { readonly record: Record<string, unknown>; readonly open: Step[]; readonly isSchema: boolean },
): void {
  const keys = Object.keys(record);
  const mayBeUnknown = isSchema && step.reading === "keywords" && !Array.isArray(record);
  for (let at = keys.length - 1; at >= 0; at--) {
    const token = keys[at] as string;
    const value = record[token];
    if (!isContainer(value)) continue;
    const reading = readingOf(step.reading, token, value);
    if (reading === "data") continue;
    const isUnknown =
      step.isUnknown || (mayBeUnknown && !keywordsOfAnyDialect.has(token) && !isExtension(token));
    open.push({ value, parent: step, token, reading, isUnknown, isRefAlone: step.isRefAlone });
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
