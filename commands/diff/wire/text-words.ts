import { numberTexts } from "./number-texts.js";

const numbers: ReadonlySet<string> = new Set([numberTexts({}, "read"), numberTexts({}, "sent")]);

/**
 * What is wrong with a text, in words instead of a pattern that no contract has. `keyword` and `value` are what the contract has at
 * the place that refuses it.
 */
export function withoutPatterns(message: string, keyword: string, value: unknown): string {
  const [before = "", pattern] = message.split(" doesn't match `", 2);
  if (pattern === undefined || keyword === "pattern") return message;
  const problem = textProblem(keyword, { value, isNumber: numbers.has(pattern.replace(/`$/, "")) });
  return problem === undefined ? message : `${before} ${problem}`;
}

/** A text has no type of its own: it only isn't the text of the type that is wanted. */
export function withoutTypes(message: string): string {
  return message.replace(/ is an? (?:string|number|integer|boolean), not /, " isn't ");
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
      return isLimit ? `isn't a number of at least ${String(value)}` : undefined;
    case "maximum":
      return isLimit ? `isn't a number of at most ${String(value)}` : undefined;
    case "exclusiveMinimum":
      return isLimit ? `isn't a number greater than ${String(value)}` : undefined;
    case "exclusiveMaximum":
      return isLimit ? `isn't a number less than ${String(value)}` : undefined;
    case "format":
      return `isn't a number of the format \`${String(value)}\``;
    case "enum":
    case "const":
      return "isn't the text of a value that the contract allows";
    default:
      return undefined;
  }
}
