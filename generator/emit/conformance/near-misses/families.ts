import { bindingFamily } from "./binding.js";
import { base64Family, cipherTextFamily, outerFamily, paddingFamily } from "./encryption.js";
import { eventIdFamily, eventNameFamily, eventTypeFamily, eventVersionFamily } from "./header-equality.js";
import { headerNameFamily, repeatedHeaderFamily } from "./header-fields.js";
import { jsonFamily, jsonFormFamily } from "./json-text.js";
import { linkedFamily } from "./linked.js";
import type { Family } from "./near-miss.js";
import { signatureContentFamily } from "./signature-content.js";
import { signatureTextFamily } from "./signature-text.js";
import { timestampFamily, windowBoundFamily, windowFamily } from "./timestamps.js";
import { tokenFamily } from "./token.js";

/** Every family of near misses, in the order of a receiver's steps. */
export const families: readonly Family[] = [
  headerNameFamily,
  repeatedHeaderFamily,
  timestampFamily,
  windowFamily,
  windowBoundFamily,
  signatureContentFamily,
  signatureTextFamily,
  jsonFamily,
  jsonFormFamily,
  outerFamily,
  base64Family,
  cipherTextFamily,
  paddingFamily,
  tokenFamily,
  eventNameFamily,
  eventVersionFamily,
  eventIdFamily,
  eventTypeFamily,
  bindingFamily,
  linkedFamily,
];
