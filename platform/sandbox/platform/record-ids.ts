import type { Identity } from "./records/common.js";
import type { Kind, Records } from "./records/records.js";

/** The id of a record: a product's is its code. */
export function idOf<K extends Kind>(record: Records[K]): string {
  return "id" in record ? record.id : record.code;
}

/** The id of a permission: one for each application, identity and API product (§3.1). */
export const permissionId = (application: string, identity: Identity, product: string): string =>
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
