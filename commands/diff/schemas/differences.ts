import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { Violation } from "../../../reader/validation/violation.js";
import type { Decider, Question } from "../inclusion/decide.js";
import { accepts, withCauses } from "./causes.js";
import { schemaAt } from "./node-walk.js";

/** A document that the first schemas of a question accept, and what the other one finds wrong with it. */
interface Difference {
  readonly document: unknown;
  readonly violation: Violation;
  /** How many violations the document has: with few, it shows more clearly what is wrong. */
  readonly violations: number;
}

/** What a comparison of two schemas found. */
interface Differences {
  /** One for each place that refuses documents. */
  readonly found: readonly Difference[];
  /** Why there may be more. */
  readonly doubt?: string;
}

/** Differences of one schema, unless told otherwise. Guessed: more are rarely read. */
const mostDifferences = 50;
/** Levels that are descended. Guessed: deeper places are found with one witness for all of them. */
const mostLevels = 16;

/** A part of the schemas, and how a value of it becomes a document of the whole. */
interface Part {
  readonly question: Question;
  readonly level: number;
  embed(value: unknown): unknown;
  readonly path: readonly string[];
}

/**
 * Finds a document for each place at which a schema refuses what others accept. If a place is in a part of the
 * document that both versions describe, more of that part's places are looked for, each shown in a whole document. Not
 * many more than `most` are looked for.
 */
export function schemaDifferences(
  question: Question,
  decider: Decider,
  most: number = mostDifferences,
): Differences {
  const found = new Map<string, Difference>();
  const seen = new Set<string>();
  let doubt: string | undefined;
  const open: Part[] = [{ question, level: 0, embed: (value) => value, path: [] }];
  for (let part = open.pop(); part !== undefined && found.size < most; part = open.pop()) {
    const key = decider.questionKey(part.question);
    if (seen.has(key)) continue;
    seen.add(key);
    const search = decider.search(part.question, { most });
    doubt ??= search.doubt;
    for (const value of search.values) {
      const document = part.embed(value);
      if (!isDifference(question, document)) continue;
      const violations = withCauses(question, document);
      for (const violation of violations) {
        const path = fromPointer(violation.pointer);
        if (!part.path.every((token, at) => path[at] === token)) continue;
        const inner = part.level < mostLevels ? innerPart(part, { value, path, document }) : undefined;
        if (inner !== undefined && !seen.has(decider.questionKey(inner.question))) open.push(inner);
        const known = found.get(violation.schemaPointer);
        if (known === undefined || violations.length < known.violations)
          found.set(violation.schemaPointer, { document, violation, violations: violations.length });
      }
    }
  }
  return { found: [...found.values()], ...(doubt !== undefined && { doubt }) };
}

/** The part that holds a violation, one level further down. */
function innerPart(
  part: Part,
  {
    value,
    path,
    document,
  }: { readonly value: unknown; readonly path: readonly string[]; readonly document: unknown },
): Part | undefined {
  const token = path[part.path.length];
  if (token === undefined) return undefined;
  const { of, also, in: within } = part.question;
  const refusing = schemaAt(within, token, value);
  const accepting = schemaAt(of, token, value);
  if (refusing === undefined || accepting === undefined) return undefined;
  const place = [...part.path, token];
  return {
    question: {
      of: accepting,
      also: also === undefined ? undefined : schemaAt(also, token, value),
      in: refusing,
    },
    level: part.level + 1,
    path: place,
    embed: (inner) => replaced(document, place, inner),
  };
}

/** A copy with another value at a place that exists. */
function replaced(document: unknown, [token, ...others]: readonly string[], value: unknown): unknown {
  if (token === undefined) return value;
  if (Array.isArray(document))
    return document.map((item, at) => (String(at) === token ? replaced(item, others, value) : item));
  return Object.fromEntries(
    Object.entries(document as object).map(([name, item]) => [
      name,
      name === token ? replaced(item, others, value) : item,
    ]),
  );
}

function isDifference({ of, also = true, in: within }: Question, document: unknown): boolean {
  return accepts(of, document) && accepts(also, document) && !accepts(within, document);
}
