import type { ParsedText, SyntaxProblem } from "./parsed-text.js";

/** Most members of an object or items of a list in a contract; GitHub's description (9 MB of JSON) has 1,876. */
const mostMembers = 50_000;

/** Most values in a contract; GitHub's description has 258,000. */
const mostValues = 5_000_000;

/** Most characters of a name; GitHub's description has 119, and file systems take 255. */
const longestName = 10_000;

/** The limits, and what a document is compared with; tests lower them. */
export interface SizeLimits {
  readonly members: number;
  readonly values: number;
  readonly name: number;
}

const defaultLimits: SizeLimits = { members: mostMembers, values: mostValues, name: longestName };

interface Container {
  readonly value: object;
  readonly key: string;
  readonly parent: Container | undefined;
}

/** The first part of a contract that is larger than a contract may be, so that nothing else reads it; `undefined` if there is none. */
export function findOversize(
  { value, locate }: Pick<ParsedText, "value" | "locate">,
  limits = defaultLimits,
): SyntaxProblem | undefined {
  if (!isContainer(value)) return undefined;
  const problem = (at: Container, key: string | undefined, what: Pick<SyntaxProblem, "message" | "hint">) => {
    const tokens = [...tokensTo(at), ...(key === undefined ? [] : [key])];
    return { code: "too-large", range: locate(tokens, "key"), tokens, ...what } as const;
  };
  // An alias of YAML makes one object of several places, which is read once.
  const seen = new Set<object>();
  const open: Container[] = [{ value, key: "", parent: undefined }];
  let values = 1;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at.value)) continue;
    seen.add(at.value);
    const keys = Object.keys(at.value);
    values += keys.length;
    if (keys.length > limits.members) return problem(at, undefined, tooMany(keys.length, limits.members));
    if (values > limits.values) return problem(at, undefined, tooBig(limits.values));
    for (const key of keys) {
      if (key.length > limits.name) return problem(at, key, tooLong(key.length, limits.name));
      const item = (at.value as Readonly<Record<string, unknown>>)[key];
      if (key === "operationId" && typeof item === "string" && item.length > limits.name)
        return problem(at, key, tooLong(item.length, limits.name));
      if (isContainer(item)) open.push({ value: item, key, parent: at });
    }
  }
  return undefined;
}

function tooMany(count: number, most: number) {
  return {
    message: `${count} entries in one place, more than ${most}`,
    hint: "Divide them among several schemas or documents, or describe them by a pattern.",
  };
}

function tooBig(most: number) {
  return {
    message: `the document holds more than ${most} values`,
    hint: "Divide it into several documents, and generate from one at a time.",
  };
}

function tooLong(length: number, most: number) {
  return { message: `a name of ${length} characters, more than ${most}`, hint: "Shorten the name." };
}

function tokensTo(container: Container): string[] {
  const tokens: string[] = [];
  for (let at = container; at.parent !== undefined; at = at.parent) tokens.push(at.key);
  return tokens.reverse();
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
