import { en } from "./en.js";
import { type TextsOf, useTexts } from "./texts.js";
import { zh } from "./zh.js";

/** Texts of the frame and of what all pages share. */
export const commonTexts: TextsOf<typeof en> = { en, zh };

/** Translates texts of the frame and of what all pages share. */
export function useCommonTexts() {
  return useTexts(commonTexts);
}
