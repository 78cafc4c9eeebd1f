import { defineTexts } from "../../texts/texts.js";
import { en } from "./texts-en.js";
import { zh } from "./texts-zh.js";

/** Texts of the pages of API products. */
export const texts = defineTexts({ en, zh });
