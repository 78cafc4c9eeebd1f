import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { type Place, referredSchema } from "../documents/place.js";
import { isSchemaObject, type SchemaObject } from "../documents/schema-walk.js";
import { compilePattern } from "../patterns/compile-pattern.js";
import { NameSuggestions } from "./name-suggestions.js";
import { appliedKeywords, appliedSchemas, schemaRoots } from "./schema-places.js";

/**
 * Warns about each name in `required` that no schema for the same object defines. A schema is judged together with all
 * that apply to the same value, such as the base that it narrows, and reported only if no use of it defines the name.
 */
export function checkRequiredProperties(contracts: Contracts): Diagnostic[] {
  const uses = new Map<SchemaObject, Use>();
  const numbers = new Map<unknown, number>();
  const seen = new Set<string | number>();
  const open = schemaRoots(contracts).map((root) => [root]);
  for (let group = open.pop(); group; group = open.pop()) {
    const targets = group.map((place) => withoutReference(contracts, place));
    const key = keyOfAll(targets, numbers);
    if (seen.has(key)) continue;
    seen.add(key);
    const parts = [...new Map(targets.flatMap((place) => valued(appliedSchemas(contracts, place)))).values()];
    note(parts, uses);
    open.push(...childSchemas(parts));
  }
  const suggestions = new NameSuggestions();
  return [...uses.values()].flatMap((use) => undefinedFindings(use, suggestions));
}

/** A schema with `required`: the names that no use of it has defined so far. */
interface Use {
  readonly place: Place;
  readonly known: ReadonlySet<string>;
  undefinedNames: ReadonlySet<string>;
}

function note(parts: readonly Place[], uses: Map<SchemaObject, Use>): void {
  const requiring = parts.filter(({ value }) => Array.isArray((value as SchemaObject).required));
  if (requiring.length === 0) return;
  const schemas = parts.map(({ value }) => value as SchemaObject);
  const known = new Set(schemas.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const patterns = schemas.flatMap(({ patternProperties }) => Object.keys(patternProperties ?? {}));
  const isMap = schemas.some(
    (schema) => isSchemaObject(schema.additionalProperties) || isSchemaObject(schema.unevaluatedProperties),
  );
  const isKnown = (name: string) =>
    isMap || known.has(name) || patterns.some((pattern) => compilePattern(pattern).test(name));
  for (const place of requiring) {
    const schema = place.value as SchemaObject;
    const before = uses.get(schema);
    const names = before?.undefinedNames ?? new Set((schema.required as unknown[]).map(String));
    const undefinedNames = new Set([...names].filter((name) => !isKnown(name)));
    uses.set(schema, { place, known: before?.known ?? known, undefinedNames });
  }
}

/** The schemas of each part of the object or list, together with all others for the same part. */
function childSchemas(parts: readonly Place[]): Place[][] {
  const children = new Map<string, Place[]>();
  const add = ({ document, tokens }: Place, at: readonly string[], value: unknown): void => {
    if (!isSchemaObject(value) || isLeaf(value)) return;
    const child = { document, tokens: [...tokens, ...at], value };
    const key = at.join("/");
    const others = children.get(key);
    if (others === undefined) children.set(key, [child]);
    else others.push(child);
  };
  for (const part of parts) {
    const schema = part.value as SchemaObject;
    for (const keyword of single) if (schema[keyword] !== undefined) add(part, [keyword], schema[keyword]);
    for (const keyword of several)
      for (const [name, value] of Object.entries(schema[keyword] ?? {})) add(part, [keyword, name], value);
  }
  return [...children.values()];
}

const single = ["items", "contains", "additionalProperties", "unevaluatedProperties"];
const several = ["properties", "patternProperties", "prefixItems"];
const judged: ReadonlySet<string> = new Set([...single, ...several, ...appliedKeywords, "required"]);

/** Whether a schema neither requires nor defines a name, nor leads to one that does. Most schemas of a large document are such. */
function isLeaf(schema: SchemaObject): boolean {
  for (const keyword of Object.keys(schema)) if (judged.has(keyword)) return false;
  return true;
}

/** Every use of a component is the same group, so that each is judged once. */
function withoutReference(contracts: Contracts, place: Place): Place {
  const { value } = place;
  if (isSchemaObject(value) && typeof value.$ref === "string" && Object.keys(value).length === 1)
    return referredSchema(contracts, place, value.$ref);
  return place;
}

function valued(places: readonly Place[]): [unknown, Place][] {
  return places.map((place) => [place.value, place]);
}

/** The same for the same schemas in any order. */
function keyOfAll([first, ...others]: readonly Place[], numbers: Map<unknown, number>): string | number {
  const number = valueNumber(numbers, first?.value);
  if (others.length === 0) return number;
  return [...new Set([number, ...others.map(({ value }) => valueNumber(numbers, value))])].sort().join();
}

function valueNumber(numbers: Map<unknown, number>, value: unknown): number {
  const number = numbers.get(value) ?? numbers.size;
  numbers.set(value, number);
  return number;
}

function undefinedFindings(
  { place: { document, tokens, value }, undefinedNames, known }: Use,
  suggestions: NameSuggestions,
): Diagnostic[] {
  const names = [...known];
  const indexes = new Map<unknown, number>();
  for (const [index, name] of ((value as SchemaObject).required as unknown[]).entries())
    if (!indexes.has(name)) indexes.set(name, index);
  return [...undefinedNames].map((name) =>
    diagnose(document, [...tokens, "required", String(indexes.get(name) ?? -1)], {
      severity: "warning",
      code: "required-undefined",
      message: `\`${name}\` is required, but no schema of this object defines it`,
      hint: suggestions.hint(name, () => names, {
        found: (near) => `Did you mean \`${near}\`? Otherwise, define it in \`properties\`.`,
        otherwise: "Define it in `properties`, or remove it from `required`.",
      }),
    }),
  );
}
