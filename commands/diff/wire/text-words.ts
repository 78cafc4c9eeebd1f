import { numberTexts } from "./number-texts.js";

const numbers: ReadonlySet<string> = new Set([numberTexts({}, "read"), numberTexts({}, "sent")]);

/**
 * What is wrong with a text, in words instead of a pattern that no contract has. `keyword` and `value` are what the contract has at
 * the place that refuses it.
 */
export function withoutPatterns(message: string, keyword: string, value: unknown): string {
  const { before, pattern } = patternProblem(message);
  if (before === "" || keyword === "pattern" || keyword === "not") return message;
  const problem = textProblem(keyword, { value, isNumber: numbers.has(pattern) });
  return problem === undefined ? message : `${before} ${problem}`;
}

function patternProblem(message: string): { readonly before: string; readonly pattern: string } {
  const missed = message.indexOf(patternStart);
  if (missed > 0)
    return { before: message.slice(0, missed), pattern: message.slice(missed + patternStart.length, -1) };
  const excluded = message.indexOf(" matches what ");
  if (excluded < 0 || !message.endsWith(" excludes")) return { before: "", pattern: "" };
  return { before: message.slice(0, excluded), pattern: "" };
}

const patternStart = " doesn't match `";

/** Whether a message finds the type of a plain value wrong, which a text doesn't have. */
export function namesType(message: string): boolean {
  return typeProblems.some((problem) => message.includes(problem));
}

const typeProblems = ["a string", "a number", "an integer", "a boolean"].map((type) => ` is ${type}, not `);

/** The same without types: a text only isn't the text of the type that is wanted. */
export function withoutTypes(message: string): string {
  const problem = typeProblems.find((each) => message.includes(each));
  if (problem === undefined) return message;
  const at = message.indexOf(problem);
  const [before, wanted] = [message.slice(0, at), message.slice(at + problem.length)];
  return problem.includes("string")
    ? `${before} isn't ${wanted}`
    : `${before} stands for no valid value as a text`;
}

function textProblem(
  keyword: string,
  { value, isNumber }: { readonly value: unknown; readonly isNumber: boolean },
): string | undefined {
  const isLimit = typeof value === "number" || (typeof value === "object" && value !== null);
  switch (keyword) {
    case "type":
      return isNumber ? "isn't a number" : "isn't an integer";
    case "minimum":
      return isLimit ? `is less than ${String(value)}` : undefined;
    case "maximum":
      return isLimit ? `is greater than ${String(value)}` : undefined;
    case "exclusiveMinimum":
      return isLimit ? `isn't greater than ${String(value)}` : undefined;
    case "exclusiveMaximum":
      return isLimit ? `isn't less than ${String(value)}` : undefined;
    case "format":
      return `isn't a number of the format \`${String(value)}\``;
    case "enum":
    case "const":
      return "isn't the text of a value that the contract allows";
    default:
      return undefined;
  }
}
