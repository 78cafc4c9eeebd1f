import { useLanguage } from "../../texts/language.js";
import { useTexts } from "../../texts/texts.js";
import type { TestProblem } from "./event-tests-query.js";
import { texts } from "./texts.js";

/** Returns the function that says what prevents a test, and what to do. */
export function useProblemText(): (problem: TestProblem) => string {
  const t = useTexts(texts);
  const language = useLanguage();
  return ({ code, reason, remedy }) => {
    if (Object.hasOwn(texts[language].problem, code))
      return t(`problem.${code as keyof (typeof texts)["en"]["problem"]}`);
    return `${reason}: ${remedy}`;
  };
}
