import type { components } from "../../generated/console/types.js";
import { en } from "./en-reasons.js";
import { type TextsOf, useTexts } from "./texts.js";
import { zh } from "./zh-reasons.js";

const reasonTexts: TextsOf<typeof en> = { en, zh };

/** Returns why an action isn't offered, in the page's language; what the backend names as remedy if the page doesn't know the reason. */
export function useReason(): (action: components["schemas"]["Action"]) => string {
  const t = useTexts(reasonTexts);
  return ({ reason, remedy }) =>
    reason !== null && Object.hasOwn(reasonTexts.en, reason)
      ? t(reason as keyof typeof en)
      : (remedy ?? reason ?? "");
}
