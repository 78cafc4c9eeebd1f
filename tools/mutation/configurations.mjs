// The ways in which a receiver is configured for a run of the suite.

const bound = { environment: "sandbox", bound: true, previousSecret: true };

/**
 * Together they reach every branch of a receiver's configuration: both environments, bodies with and without encryption, with and
 * without a previous secret, bound to an organization and a product or not, with data that survives a restart or not.
 */
export const configurations = {
  plaintext: { ...bound, encrypted: false, durable: true },
  encrypted: { ...bound, encrypted: true, durable: true },
  "plaintext, in memory": { ...bound, encrypted: false, durable: false },
  "encrypted, in memory": { ...bound, encrypted: true, durable: false },
  unbound: {
    environment: "production",
    bound: false,
    previousSecret: false,
    encrypted: false,
    durable: false,
  },
};
