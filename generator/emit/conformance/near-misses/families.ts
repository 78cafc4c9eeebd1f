import { alteredBodyFamily, alteredTimestampFamily, alteredUrlFamily } from "./altered-parts.js";
import { alteredHeaderFamily, respelledNonceFamily } from "./altered-texts.js";
import { bindingFamily, tokenFamily } from "./binding.js";
import { againFamilies } from "./checks-again.js";
import { linkedFamily, otherContentFamily, otherEventFamily, sameContentFamily } from "./content.js";
import { base64Family, canonicalFamily, cipherTextFamily, outerFamily, paddingFamily } from "./encryption.js";
import { encodedBodyFamily, unsealedFamily } from "./fallbacks.js";
import {
  eventIdFamily,
  eventNameFamily,
  eventTypeFamily,
  eventVersionFamily,
  headerNameFamily,
  mediaTypeFamily,
  mediaTypeFormFamily,
  repeatedHeaderFamily,
} from "./headers.js";
import { jsonFamily, jsonFormFamily } from "./json-text.js";
import { messageSignatureFamily } from "./message-signature.js";
import type { Family } from "./near-miss.js";
import { eventKeyFamily, nonceFamily, testPrefixFamily, windowBoundFamily, windowFamily } from "./replay.js";
import { constantFamily, laterFamily, numberFamily } from "./schema-limits.js";
import { signatureContentFamily } from "./signature-content.js";
import { signatureTextFamily } from "./signature-text.js";
import { recordedFamily, storedAdditionsFamily, storedFamily, versionOrderFamily } from "./stored.js";
import { eventStoreFamily, nonceStoreFamily } from "./stores.js";
import { timestampFamily } from "./timestamp-formats.js";
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
  messageSignatureFamily,
  alteredTimestampFamily,
  alteredHeaderFamily,
  alteredUrlFamily,
  alteredBodyFamily,
  jsonFamily,
  jsonFormFamily,
  encodedBodyFamily,
  unsealedFamily,
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
  respelledNonceFamily,
  nonceStoreFamily,
  eventKeyFamily,
  eventStoreFamily,
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
  messageSignatureFamily,
  alteredTimestampFamily,
  alteredHeaderFamily,
  alteredUrlFamily,
  alteredBodyFamily,
]);
