const keptSeconds = 600;

/** Nonces in the memory of one process. Several instances of a receiver need a shared store. */
export function createNonces(faults) {
  const expiries = new Map();
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
      return true;
    },
  };
}
