import type {
  Application,
  Approval,
  Consent,
  CustomerAuthorization,
  Delegation,
  OauthClient,
  Permission,
} from "./applications.js";
import type {
  AccessEvent,
  CheckoutSession,
  Entitlement,
  MemberAccess,
  Operation,
  ProductAccessRecord,
  SubscriptionRecord,
} from "./commerce.js";
import type { IdentityType, Localized, Time } from "./common.js";
import type { ApiProduct, ProductRecord } from "./products.js";

/** Every kind of record that the sandbox keeps, by its name. A record is found by its `id`, a product by its `code`. */
export interface Records {
  readonly organization: Organization;
  readonly organizationClock: OrganizationClock;
  readonly person: Person;
  readonly membership: Membership;
  readonly apiProduct: ApiProduct;
  readonly catalogProduct: ProductRecord;
  readonly application: Application;
  readonly client: OauthClient;
  readonly permission: Permission;
  readonly approval: Approval;
  readonly consent: Consent;
  readonly delegation: Delegation;
  readonly customerAuthorization: CustomerAuthorization;
  readonly subscription: SubscriptionRecord;
  readonly operation: Operation;
  readonly checkoutSession: CheckoutSession;
  readonly productAccess: ProductAccessRecord;
  readonly entitlement: Entitlement;
  readonly memberAccess: MemberAccess;
  readonly accessEvent: AccessEvent;
  readonly idempotency: Idempotency;
  readonly supportRequest: SupportRequest;
}

/** The name of a kind of record. */
export type Kind = keyof Records;

/** A customer or partner enterprise, or the personal space of a person who has none (§2.1). */
export interface Organization {
  readonly id: string;
  readonly name: Localized;
  readonly kind: "enterprise" | "personal";
  readonly status: "active" | "revoked";
}

/**
 * The clock of an organization that doesn't go by the sandbox's. It stands still, and moves only forward. Its subscriptions, checkouts,
 * operations and access are in its time.
 */
export interface OrganizationClock {
  /** The organization's. */
  readonly id: string;
  readonly time: Time;
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

/** What was forwarded to platform support (§5.6), with the identifiers by which a delivery is found (§6.7, §6.9). Never a secret. */
export interface SupportRequest {
  readonly id: string;
  readonly application: string;
  /** Who asked. */
  readonly person: string;
  readonly subject: string;
  readonly message?: string | undefined;
  readonly deliveryId?: string | undefined;
  readonly eventId?: string | undefined;
  readonly correlationId?: string | undefined;
  /** Chosen by who asks, so that asking again makes no second request. */
  readonly operation: string;
  readonly createdAt: Time;
}

/** The answer to a command, kept so that the same key and body get it again (§4). */
export interface Idempotency {
  /** A digest of the client, the person and the key, never the key itself. */
  readonly id: string;
  readonly application: string;
  /** The contract's operation. */
  readonly operation: string;
  /** A digest of what was asked. */
  readonly fingerprint: string;
  readonly status: number;
  readonly body: unknown;
  readonly createdAt: Time;
}

/** The id of a record: a product's is its code. */
export function recordId<K extends Kind>(record: Records[K]): string {
  if ("id" in record) return record.id;
  return record.code;
}

/** The id of a permission: one for each application, identity and API product (§3.1). */
export const permissionId = (application: string, identity: IdentityType, product: string): string =>
  `${application}/${identity}/${product}`;

/** The id of what binds an application to an organization: an approval, or a customer's authorization. */
export const approvalId = (application: string, organization: string): string =>
  `${application}/${organization}`;

/** The id of a consent. */
export const consentId = (application: string, person: string): string => `${application}/${person}`;

/** The id of a delegation. */
export const delegationId = (partner: string, customer: string): string => `${partner}/${customer}`;

/** The id of an entitlement. */
export const entitlementId = (organization: string, product: string): string => `${organization}/${product}`;

/** The id of a member's access to a product. */
export const memberAccessId = (membership: string, product: string): string => `${membership}/${product}`;
