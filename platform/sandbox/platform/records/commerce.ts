import type { subscriptionStatuses } from "../../generated/event-statuses/event-statuses.js";
import type { Environment, Time } from "./common.js";

/** The statuses of §3.4. */
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** When a change takes effect. */
export type ChangeTime = "now" | "period_end";

/** A subscription as the platform keeps it; the summary of §2.3 and §2.4 is made from it. Times are the sandbox's. */
export interface SubscriptionRecord {
  readonly id: string;
  /** The Open Platform Application through which it was bought. */
  readonly application: string;
  readonly environment: Environment;
  readonly organization: string;
  /** The commercial customer record. */
  readonly party: string;
  readonly product: string;
  readonly plan: string;
  readonly planVersion: number;
  readonly status: SubscriptionStatus;
  readonly billing: "free" | "paid";
  readonly version: number;
  readonly operation: string;
  readonly reason: string;
  readonly periodStart: Time;
  readonly periodEnd: Time;
  readonly statusSince: Time;
  readonly createdAt: Time;
  readonly updatedAt: Time;
  /** What depends on the status, by the name of the summary's field (§2.4); times as `Time`. */
  readonly details: Readonly<Record<string, string | number | boolean>>;
  /** Whether its next payment succeeds; set by the one who tests. */
  readonly payment: "succeeds" | "fails";
}

/** An asynchronous commercial operation (§2.1). */
export interface Operation {
  readonly id: string;
  readonly kind: "checkout" | "cancel" | "change-plan" | "lifecycle";
  readonly application: string;
  readonly organization: string;
  readonly status: "pending" | "succeeded" | "failed";
  /** What the customer or the caller does next, if anything. */
  readonly nextStep?: string | undefined;
  readonly subscription?: string | undefined;
  /** A redacted status, never more (§4.2). */
  readonly payment?: "not_required" | "pending" | "succeeded" | "failed" | undefined;
  readonly createdAt: Time;
  readonly updatedAt: Time;
}

/** A started purchase. */
export interface CheckoutSession {
  readonly id: string;
  readonly operation: string;
  readonly application: string;
  readonly organization: string;
  readonly product: string;
  readonly plan: string;
  readonly planVersion: number;
  readonly upgradeFrom?: string | undefined;
  readonly status: "open" | "completed" | "expired";
  readonly expiresAt: Time;
}

/** An organization's access to a product (§2.6, §3.4). */
export interface ProductAccessRecord {
  readonly id: string;
  readonly organization: string;
  readonly product: string;
  readonly application: string;
  readonly environment: Environment;
  readonly productTenant: string;
  readonly status: "trial" | "active" | "ended";
  readonly version: number;
}

/** What an organization may use of a product. */
export interface Entitlement {
  /** `entitlementId(organization, product)`. */
  readonly id: string;
  readonly organization: string;
  readonly product: string;
  readonly features: readonly string[];
  readonly status: "active" | "ended";
}

/** What a member may do in a product (§2.7). */
export interface MemberAccess {
  /** `memberAccessId(membership, product)`. */
  readonly id: string;
  readonly membership: string;
  readonly organization: string;
  readonly product: string;
  /** Whether somebody assigned the member explicitly; without that, nothing allows access. */
  readonly assigned?: boolean | undefined;
  readonly allowed: boolean;
  readonly roles: readonly string[];
  readonly entitlements: readonly string[];
  readonly capabilities: readonly string[];
  readonly revision: number;
}

/** An access event that was emitted; it selects the customer and the member of a snapshot (§4.3). */
export interface AccessEvent {
  /** The event's id. */
  readonly id: string;
  readonly application: string;
  readonly memberAccess: string;
  readonly revision: number;
}
