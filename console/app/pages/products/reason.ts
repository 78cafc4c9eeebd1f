import type { Action } from "../../routes/application-context.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

type KnownReason = keyof (typeof texts)["en"]["reason"];

/** Returns why an action isn't offered, in the page's language, if the page knows the reason. */
export function useReason(): (action: Action | undefined) => string | undefined {
  const t = useTexts(texts);
  return (action) => {
    const reason = action?.reason;
    return typeof reason === "string" && reason in texts.en.reason
      ? t(`reason.${reason as KnownReason}`)
      : undefined;
  };
}
