/**
 * Query keys. Everything of an application begins with `applicationKey`, so that one call refreshes it; live entries do that.
 */
export function applicationKey(application: string, ...rest: readonly unknown[]): readonly unknown[] {
  return ["application", application, ...rest];
}

/** Keys of what only the sandbox has: customers, subscriptions, the clock. */
export function sandboxKey(...rest: readonly unknown[]): readonly unknown[] {
  return ["sandbox", ...rest];
}

/** The key of the session. */
export const sessionKey = ["session"] as const;

/** The key of the list of applications. */
export const applicationsKey = ["applications"] as const;
