import type { Subscription } from "../../platform/records/commerce.js";
import type { Environment } from "../../platform/records/common.js";

/** What a request is about. */
export interface Target {
  /**
   * `none`: nothing of a customer. `organization`: one customer. `list`: what the caller may see of several customers. `resource`: one
   * resource of a customer.
   */
  readonly kind: "none" | "organization" | "list" | "resource";
  /** The id of the customer, as far as the request or the resource says it; only a candidate until it is authorized. */
  readonly organization?: string | undefined;
  readonly resource?: ResourceTarget | undefined;
  /** The subscription whose state, product and entitlement matter. */
  readonly subscription?: Subscription | undefined;
}

/** The resource of a request. */
export interface ResourceTarget {
  readonly kind: "subscription" | "operation" | "accessEvent";
  /** Absent if there is none with the id that was asked for. */
  readonly id?: string | undefined;
  /** The application that it belongs to. */
  readonly owner?: string | undefined;
  readonly environment?: Environment | undefined;
}

/** A request that is about nothing of a customer. */
export const noTarget: Target = { kind: "none" };
