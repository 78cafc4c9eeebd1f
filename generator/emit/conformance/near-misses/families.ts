import { bindingFamily } from "./binding.js";
import { againFamilies } from "./checks-again.js";
import { otherContentFamily, otherEventFamily, sameContentFamily } from "./content.js";
import { eventKeyFamily, nonceFamily, testPrefixFamily } from "./distinct.js";
import { base64Family, canonicalFamily, cipherTextFamily, outerFamily, paddingFamily } from "./encryption.js";
import { eventIdFamily, eventNameFamily, eventTypeFamily, eventVersionFamily } from "./header-equality.js";
import {
  headerNameFamily,
  mediaTypeFamily,
  mediaTypeFormFamily,
  repeatedHeaderFamily,
} from "./header-fields.js";
import { jsonFamily, jsonFormFamily } from "./json-text.js";
import { linkedFamily } from "./linked.js";
import type { Family } from "./near-miss.js";
import { versionOrderFamily } from "./order.js";
import { constantFamily, laterFamily, numberFamily } from "./schema-limits.js";
import { signatureContentFamily } from "./signature-content.js";
import { signatureTextFamily } from "./signature-text.js";
import { recordedFamily, storedAdditionsFamily, storedFamily } from "./stored.js";
import { timestampFamily, windowBoundFamily, windowFamily } from "./timestamps.js";
import { tokenFamily } from "./token.js";
import { verificationFamilies } from "./verification.js";

/** Every family of near misses, in the order of a receiver's steps. */
export const families: readonly Family[] = [
  mediaTypeFamily,
  mediaTypeFormFamily,
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
  canonicalFamily,
  cipherTextFamily,
  paddingFamily,
  tokenFamily,
  eventNameFamily,
  eventVersionFamily,
  eventIdFamily,
  eventTypeFamily,
  bindingFamily,
  linkedFamily,
  constantFamily,
  numberFamily,
  laterFamily,
  recordedFamily,
  storedFamily,
  storedAdditionsFamily,
  nonceFamily,
  eventKeyFamily,
  sameContentFamily,
  otherContentFamily,
  otherEventFamily,
  testPrefixFamily,
  versionOrderFamily,
  ...againFamilies,
  ...verificationFamilies,
];

/** Families whose cases leave the body as it is, so that it may hold several events. */
export const bodilessFamilies: ReadonlySet<Family> = new Set([
  mediaTypeFamily,
  mediaTypeFormFamily,
  headerNameFamily,
  repeatedHeaderFamily,
  timestampFamily,
  windowFamily,
  windowBoundFamily,
  signatureContentFamily,
  signatureTextFamily,
]);
