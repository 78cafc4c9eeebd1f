import type { Localized } from "./common.js";

/** A customer or partner enterprise, or the personal space of a person who has none (§2.1). */
export interface Organization {
  readonly id: string;
  readonly name: Localized;
  readonly kind: "enterprise" | "personal";
  readonly status: "active" | "revoked";
}

/** Someone who can sign in. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly status: "active" | "revoked";
}

/** A person in an organization; its id is `space.membership_id` of the user context (§2.1). */
export interface Membership {
  readonly id: string;
  readonly organization: string;
  readonly person: string;
  readonly status: "active" | "revoked";
}
