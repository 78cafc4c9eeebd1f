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
  ProductAccess,
  Subscription,
} from "./commerce.js";
import type { Idempotency } from "./idempotency.js";
import type { Membership, Organization, Person } from "./people.js";
import type { ApiProduct, CatalogProduct } from "./products.js";
import type { SupportRequest } from "./support.js";

/** Every kind of record that the sandbox keeps, by its name. A record is found by its `id`, a product by its `code`. */
export interface Records {
  readonly organization: Organization;
  readonly person: Person;
  readonly membership: Membership;
  readonly apiProduct: ApiProduct;
  readonly catalogProduct: CatalogProduct;
  readonly application: Application;
  readonly client: OauthClient;
  readonly permission: Permission;
  readonly approval: Approval;
  readonly consent: Consent;
  readonly delegation: Delegation;
  readonly customerAuthorization: CustomerAuthorization;
  readonly subscription: Subscription;
  readonly operation: Operation;
  readonly checkoutSession: CheckoutSession;
  readonly productAccess: ProductAccess;
  readonly entitlement: Entitlement;
  readonly memberAccess: MemberAccess;
  readonly accessEvent: AccessEvent;
  readonly idempotency: Idempotency;
  readonly supportRequest: SupportRequest;
}

/** The name of a kind of record. */
export type Kind = keyof Records;
