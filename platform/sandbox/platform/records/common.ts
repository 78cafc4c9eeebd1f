/** A name or description, in Chinese and English (§1). */
export interface Localized {
  readonly en: string;
  readonly zh: string;
}

/** Sandbox and production share nothing (§1). */
export type Environment = "sandbox" | "production";

/** Each identity has its own client, grants and consents (§2.1). */
export type IdentityType = "application" | "user";

/** Milliseconds since 1970, in the sandbox's time, or in that of an organization that has a clock of its own. */
export type Time = number;
