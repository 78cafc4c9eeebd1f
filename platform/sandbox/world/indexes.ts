import type { Kind } from "../platform/records/records.js";

/** The members by which `list` finds records without looking at all of them. */
export const indexes: { readonly [K in Kind]?: readonly string[] } = {
  membership: ["organization", "person"],
  application: ["organization", "owner"],
  client: ["application"],
  permission: ["application", "product"],
  approval: ["application", "organization"],
  consent: ["application", "person"],
  delegation: ["partner", "customer"],
  customerAuthorization: ["application", "organization"],
  subscription: ["application", "organization"],
  operation: ["organization"],
  checkoutSession: ["application", "organization", "operation"],
  productAccess: ["application", "organization", "product"],
  entitlement: ["organization"],
  memberAccess: ["membership", "organization"],
  accessEvent: ["application", "memberAccess"],
  supportRequest: ["application", "operation"],
};
