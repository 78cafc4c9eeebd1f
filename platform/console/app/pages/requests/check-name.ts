import { useCallback } from "react";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

type CheckName = keyof (typeof texts)["en"]["checks"];
type Remedy = keyof (typeof texts)["en"]["remedies"];

/** Returns what checks are called; one that the page doesn't know keeps its own name. */
export function useCheckName(): (check: string) => string {
  const t = useTexts(texts);
  return useCallback(
    (check) => (Object.hasOwn(texts.en.checks, check) ? t(`checks.${check as CheckName}`) : check),
    [t],
  );
}

/** Returns what to do after a denial, by its code, if the page knows it. */
export function useRemedy(): (code: string | null) => string | undefined {
  const t = useTexts(texts);
  return useCallback(
    (code) =>
      code !== null && Object.hasOwn(texts.en.remedies, code) ? t(`remedies.${code as Remedy}`) : undefined,
    [t],
  );
}
