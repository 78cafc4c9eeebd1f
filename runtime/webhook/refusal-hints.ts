import type { RefusalCode } from "./steps/refusal.js";

/** What to look at first if a delivery is refused with a code; for the receiver's operator, never for the sender. */
export const refusalHints: Readonly<Record<RefusalCode, string>> = {
  "method-not-allowed": "deliveries are sent with POST",
  "body-too-large": "the limit is `maxBodyBytes`",
  "unsupported-encoding": "the body is compressed, perhaps by a proxy",
  "unsupported-media-type": "deliveries are JSON; a proxy or the wrong sender may be the cause",
  "header-missing": "not a delivery, or a proxy removes headers",
  "header-repeated": "a proxy may add the header a second time",
  "header-malformed": "only visible ASCII characters and spaces are allowed",
  "timestamp-malformed": "the timestamp isn't in the platform's format",
  "timestamp-outside-window": "this machine's clock may be wrong, or an old delivery was sent again",
  "nonce-reused": "the same request arrived twice; a retry has a new nonce",
  "nonce-store-unavailable": "the nonce store can't be used",
  "nonce-store-full": "raise `maxNonces`, or set `reserveNonce` to `after-signature`",
  "secrets-unavailable": "`secrets` failed or returned none",
  "signature-mismatch":
    "the sender signs with none of `secrets`, or the body was changed on its way, for example parsed and printed again",
  "decryption-failed": "`encryptKey` isn't the sender's, or encryption is on for one side only",
  "malformed-body": "not a JSON object, or encryption is on for one side only",
  "token-mismatch": "`verificationToken` isn't the sender's",
  "event-unknown": "the contract has no such event; it may be newer than your SDK",
  "event-invalid": "the event violates the contract",
  "header-mismatch": "a header contradicts the event",
  "binding-mismatch": "the event is for another `application`",
  "callback-unhandled": "set `onCallback`",
  "callback-late": "`onCallback` took longer than the platform waits",
  "callback-failed": "`onCallback` failed",
  "event-conflict": "another event with this id was received before",
  "inbox-unavailable": "the inbox can't be used; the sender tries again",
  "verification-malformed": "the request isn't a connection verification in the platform's format",
  "internal-fault": "an unexpected failure of the receiver",
};
