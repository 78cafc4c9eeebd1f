import { defineTexts } from "../texts/texts.js";
import { en } from "./texts-en.js";
import { zh } from "./texts-zh.js";

/** Texts of how an endpoint's deliveries are doing. */
export const texts = defineTexts({ en, zh });
