import { escapeToken } from "@oipkit/runtime/json-pointer";
import { ignoresSiblings, keywordsOfAnyDialect, publicDialect } from "./dialects/dialect.js";
import type { Lines, Range } from "./parsed-text.js";

/** One parsed file. `value` is plain JSON data; `locate` finds the source of any JSON Pointer in it. */
export interface Document {
  /** Path as shown to people: relative, forward slashes. */
  readonly file: string;
  /** Absolute path, by which references find it. */
  readonly path: string;
  /** The text of `value`: that of the file, or JSON if overlays changed the document. */
  readonly text: string;
  /** The file's own text, if overlays changed the document. */
  readonly fileText?: string;
  /** Lines of the file. */
  readonly lines: Lines;
  readonly value: unknown;
  /** References, patterns and rules of the document, found once. */
  readonly scan: Scan;
  /** Range of the value at the pointer, or of its key; of the nearest parent if the value doesn't exist. */
  locate(tokens: readonly string[], target?: "key" | "value"): Range;
  /** Where a part of the document was written; absent if no overlay changed it. */
  findOrigin?(tokens: readonly string[]): { readonly document: Document; readonly tokens: readonly string[] };
}

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
interface Identifiers {
  readonly tokens: readonly string[];
  readonly $id?: string | undefined;
  readonly $anchor?: string | undefined;
  readonly $dynamicAnchor?: string | undefined;
}

/** A string keyword that oipkit checks, and where its object is. */
interface Keyword {
  readonly value: unknown;
  readonly tokens: readonly string[];
}

/** What one pass over a document finds outside example data. */
interface Scan {
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
  readonly reading: Exclude<PartReading, "data">;
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
        references.push({ ref: record.$ref, tokens: stepTokens(step), ...isUnknown });
      if (typeof record.$dynamicRef === "string")
        references.push({
          ref: record.$dynamicRef,
          tokens: stepTokens(step),
          key: "$dynamicRef",
          ...isUnknown,
        });
      const isIdentified = !step.isUnknown && !(isRefAlone && typeof record.$ref === "string");
      if (isIdentified && identifierKeywords.some((keyword) => typeof record[keyword] === "string"))
        identifiers.push(...readIdentifiers(record, stepTokens(step)));
      if (typeof record.pattern === "string")
        patterns.push({ value: record.pattern, tokens: [...stepTokens(step), "pattern"] });
      if (record["x-rules"] !== undefined)
        rules.push({ value: record["x-rules"], tokens: [...stepTokens(step), "x-rules"] });
      if (record["x-extensible-enum"] !== undefined)
        openEnums.push({
          value: record["x-extensible-enum"],
          tokens: [...stepTokens(step), "x-extensible-enum"],
        });
    }
    if (step.token === "mapping" && step.parent?.token === "discriminator" && step.reading === "names")
      references.push(...mappedReferences(root, record, stepTokens(step)));
    if (step.token === "patternProperties" && step.reading === "names") {
      for (const key of Object.keys(record))
        patterns.push({ value: key, tokens: [...stepTokens(step), key] });
    }
    openChildren(isRefAlone === step.isRefAlone ? step : { ...step, isRefAlone }, { record, open, isSchema });
  }
  return found;
}

const identifierKeywords = ["$id", "$anchor", "$dynamicAnchor"] as const;

/** Nothing in an extension counts. */
function readIdentifiers(record: Record<string, unknown>, tokens: readonly string[]): Identifiers[] {
  if (tokens.some((token) => token.startsWith("x-"))) return [];
  const [$id, $anchor, $dynamicAnchor] = identifierKeywords.map((keyword) => {
    const value = record[keyword];
    if (typeof value === "string") return value;
    return undefined;
  });
  return [{ tokens, $id, $anchor, $dynamicAnchor }];
}

function mappedReferences(
  root: object,
  mapping: Record<string, unknown>,
  tokens: readonly string[],
): Reference[] {
  return Object.entries(mapping).flatMap(([key, target]) => {
    if (typeof target !== "string") return [];
    return [{ ref: mappedReference(root, target), tokens, key }];
  });
}

/** A discriminator maps to a schema by reference, or by its name in `components`. */
export function mappedReference(root: unknown, target: string): string {
  const { components } = (root ?? {}) as { components?: { schemas?: object } };
  const isName = Object.hasOwn(components?.schemas ?? {}, target) || /^[^/#.]+$/.test(target);
  if (isName) return `#/components/schemas/${escapeToken(target)}`;
  return target;
}

function refIsAlone({ reading, isRefAlone }: Step, { $schema }: Record<string, unknown>): boolean {
  const dialect = reading === "keywords" ? publicDialect($schema) : undefined;
  if (dialect === undefined) return isRefAlone;
  return ignoresSiblings(dialect);
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
    const reading = valueReading(step.reading, token, value);
    if (reading === "data") continue;
    const isUnknown =
      step.isUnknown || (mayBeUnknown && !keywordsOfAnyDialect.has(token) && !isExtension(token));
    open.push({ value, parent: step, token, reading, isUnknown, isRefAlone: step.isRefAlone });
  }
}

function isContainer(value: unknown): value is object {
  return value !== null && typeof value === "object";
}

function stepTokens(step: Step): string[] {
  const tokens: string[] = [];
  for (let at: Step | undefined = step; at?.parent; at = at.parent) tokens.push(at.token);
  return tokens.reverse();
}

/**
 * How to read the keys of an object in a contract: as keywords of the specification, as names that the
 * author chose (`properties`, `responses`, …), or as data (`example`, `default`, …), which isn't interpreted.
 */
export type PartReading = "keywords" | "names" | "data";

const dataKeywords = new Set(["example", "const", "default", "enum", "value"]);
const nameKeywords = new Set(
  (
    "properties patternProperties $defs definitions dependentSchemas dependencies schemas parameters responses headers requestBodies " +
    "messages messageTraits channels operations operationTraits callbacks links pathItems webhooks x-webhooks paths securitySchemes " +
    "examples mapping variables servers serverVariables replies replyAddresses correlationIds encoding"
  ).split(" "),
);

/** How to read the value of a key, in an object whose own keys are read as `above`. Array indexes count as keys. */
export function valueReading(above: Exclude<PartReading, "data">, key: string, value: unknown): PartReading {
  if (above === "names") return "keywords";
  if (isExtension(key) || dataKeywords.has(key) || (key === "examples" && Array.isArray(value)))
    return "data";
  if (!nameKeywords.has(key) || Array.isArray(value)) return "keywords";
  if (key === "headers" && isSchemaLike(value)) return "keywords";
  return "names";
}

/** Extensions aren't interpreted, apart from the webhooks of OpenAPI 3.0; those of oipkit have checks of their own. */
export function isExtension(key: string): boolean {
  return key.startsWith("x-") && key !== "x-webhooks";
}

/** OpenAPI's `headers` is a map of headers, AsyncAPI's is a schema. */
function isSchemaLike(value: unknown): boolean {
  const { $ref, type, properties, allOf, schemaFormat } = (value ?? {}) as Record<string, unknown>;
  const isType = typeof type === "string" || Array.isArray(type);
  const isNamed = typeof $ref === "string" || typeof schemaFormat === "string";
  return isNamed || isType || properties !== undefined || Array.isArray(allOf);
}
