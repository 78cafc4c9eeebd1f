import { type Reading, readingOf } from "./reading.js";

/** A `$ref` and where it stands. */
export interface Reference {
  readonly ref: string;
  /** Tokens of the object that holds the `$ref`. */
  readonly tokens: readonly string[];
}

/** A string keyword that oipkit checks, and where its object stands. */
export interface Keyword {
  readonly value: unknown;
  readonly tokens: readonly string[];
}

/** What one pass over a document finds: references, patterns and cross-field rules, none of them inside example data. */
export interface Scan {
  readonly references: readonly Reference[];
  readonly patterns: readonly Keyword[];
  readonly rules: readonly Keyword[];
}

interface Step {
  readonly value: object;
  readonly parent: Step | undefined;
  readonly token: string;
  readonly reading: Exclude<Reading, "data">;
}

/** The scan of a file that holds data, such as an example. */
export const nothingScanned: Scan = { references: [], patterns: [], rules: [] };

export function scan(root: unknown): Scan {
  const references: Reference[] = [];
  const patterns: Keyword[] = [];
  const rules: Keyword[] = [];
  if (!isContainer(root)) return { references, patterns, rules };
  const open: Step[] = [{ value: root, parent: undefined, token: "", reading: "keywords" }];
  for (let step = open.pop(); step; step = open.pop()) {
    const record = step.value as Record<string, unknown>;
    if (step.reading === "keywords" && !Array.isArray(record)) {
      if (typeof record.$ref === "string") references.push({ ref: record.$ref, tokens: tokensOf(step) });
      if (typeof record.pattern === "string")
        patterns.push({ value: record.pattern, tokens: [...tokensOf(step), "pattern"] });
      if (record["x-rules"] !== undefined)
        rules.push({ value: record["x-rules"], tokens: [...tokensOf(step), "x-rules"] });
    }
    if (step.token === "patternProperties" && step.reading === "names") {
      for (const key of Object.keys(record)) patterns.push({ value: key, tokens: [...tokensOf(step), key] });
    }
    openChildren(step, record, open);
  }
  return { references, patterns, rules };
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
