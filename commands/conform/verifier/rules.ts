import type { VerifierRule } from "./rule.js";
import { bodyAlteredRule, bodyBytesRule } from "./rules/body.js";
import { signatureDigitsRule } from "./rules/digits.js";
import {
  authenticRule,
  headerSpaceRule,
  headersMissingRule,
  headersRepeatedRule,
  rotationRule,
} from "./rules/headers.js";
import { movedBytesRule, partsAlteredRule } from "./rules/parts.js";
import { signatureAlgorithmRule, signatureContentRule, signatureKeyRule } from "./rules/signature.js";
import { severalSignaturesRule, signatureFormRule, signatureMalformedRule } from "./rules/text.js";
import { timestampAlteredRule, timestampFormRule, timestampWindowRule } from "./rules/time.js";

/** Every rule of a verifier, in the order of its steps. */
export const verifierRules: readonly VerifierRule[] = [
  authenticRule,
  headersMissingRule,
  headersRepeatedRule,
  headerSpaceRule,
  timestampFormRule,
  timestampWindowRule,
  timestampAlteredRule,
  partsAlteredRule,
  movedBytesRule,
  bodyBytesRule,
  bodyAlteredRule,
  signatureKeyRule,
  signatureContentRule,
  signatureAlgorithmRule,
  signatureDigitsRule,
  signatureFormRule,
  signatureMalformedRule,
  severalSignaturesRule,
  rotationRule,
];
