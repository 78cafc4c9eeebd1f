import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const windowSeconds = 300;

/** Seconds since 1970, or `undefined` if the text isn't plain digits. */
export function readStamp(text) {
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined;
}

/** Whether a timestamp is at most five minutes from now, in either direction. */
export function isFresh(stamp, now) {
  return Math.abs(now - stamp) <= windowSeconds;
}

/** Whether one of the secrets signed these bytes. */
export function isSigned({ stamp, nonce, signature }, body, secrets) {
  if (!/^sha256=[0-9a-f]{64}$/.test(signature)) return false;
  return secrets.some((secret) => {
    const input = createHmac("sha256", secret).update(`${stamp}\n${nonce}\n`, "latin1").update(body);
    return sameText(signature, `sha256=${input.digest("hex")}`);
  });
}

/** Compares in constant time, so timing doesn't reveal where two texts differ. */
export function sameText(given, wanted) {
  return timingSafeEqual(digest(given), digest(wanted));
}

function digest(text) {
  return createHash("sha256").update(text, "utf8").digest();
}
