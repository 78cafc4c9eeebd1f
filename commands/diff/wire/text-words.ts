import { numberTexts } from "./number-texts.js";

const numbers: ReadonlySet<string> = new Set([numberTexts({}, "read"), numberTexts({}, "sent")]);

/**
 * What is wrong with a text, in words instead of a pattern that no contract has. `keyword` and `value` are what the contract has at
 * the place that refuses it.
 */
export function withoutPatterns(message: string, keyword: string, value: unknown): string {
  const [, before = "", pattern] =
    /^(.*?) (?:doesn't match `(.*)`|matches what .* excludes)$/.exec(message) ?? [];
  if (before === "" || keyword === "pattern" || keyword === "not") return message;
  const problem = textProblem(keyword, { value, isNumber: numbers.has(pattern ?? "") });
  return problem === undefined ? message : `${before} ${problem}`;
}

const typeProblem = / is an? (string|number|integer|boolean), not (.*)$/;

/** Whether a message finds the type of a plain value wrong, which a text doesn't have. */
export function namesType(message: string): boolean {
  return typeProblem.test(message);
}

/** The same without types: a text only isn't the text of the type that is wanted. */
export function withoutTypes(message: string): string {
  const [, type, wanted = ""] = typeProblem.exec(message) ?? [];
  if (type === undefined) return message;
  return message.replace(
    typeProblem,
    type === "string" ? ` isn't ${wanted}` : " stands for no valid value as a text",
  );
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
