import { noJournal } from "./journal.mjs";

const keptSeconds = 600;

/** Nonces in memory and in a journal. Several instances of a receiver need a shared store. */
export function createNonces(faults, journal = noJournal()) {
  const expiries = new Map();
  for (const { nonce, expiry } of journal.entries) if (nonce) expiries.set(nonce, expiry);
  return {
    /** Reserves a nonce, or reports that it was taken. A single step, so only one of two simultaneous callers gets it. */
    async reserve(nonce, stamp, now) {
      if (faults.nonce_store) throw new Error("the nonce store is down");
      for (const [old, expiry] of expiries) {
        if (expiry > now) break;
        expiries.delete(old);
      }
      if (expiries.has(nonce)) return false;
      expiries.set(nonce, Math.max(now, stamp) + keptSeconds);
      journal.add({ nonce, expiry: expiries.get(nonce) });
      return true;
    },
  };
}
