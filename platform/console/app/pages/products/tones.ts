/** Colours of the states; the text says the same. */
export const stateTones = {
  available: "neutral",
  "configuration-required": "warn",
  enabled: "good",
  suspended: "bad",
  revoked: "bad",
  "not-included": "neutral",
} as const;

/** Colours of the binding states. */
export const bindingTones = { bound: "good", drifted: "bad", "temporarily-unverifiable": "warn" } as const;

/** Colours of a product's status. */
export const statusTones = { active: "good", deprecated: "warn", revoked: "bad" } as const;
