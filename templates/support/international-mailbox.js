import { isInternationalHostName } from "./idna.js";
import { isAddressLiteral, isEmail, localPartEnd } from "./mailbox.js";

/**
 * Whether a text is a mailbox of RFC 6531, section 3.3. The domain need not be normalised yet.
 * @param {string} text
 * @returns {boolean}
 */
export function isInternationalEmail(text) {
  if (isEmail(text)) return true;
  const at = localPartEnd(text, true);
  if (at === 0 || /\p{Surrogate}/u.test(text)) return false;
  return isAddressLiteral(text, at + 1) || isInternationalHostName(text.slice(at + 1).normalize("NFC"), /\./);
}
