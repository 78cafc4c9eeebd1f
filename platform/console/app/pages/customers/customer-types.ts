import type { components } from "../../../generated/console/types.js";

type Schemas = components["schemas"];

/** A subscription, as lists have it. */
export type Subscription = Schemas["SandboxSubscription"];

/** A subscription with its life. */
export type SubscriptionView = Schemas["SubscriptionView"];

/** The machine that subscriptions live by. */
export type Lifecycle = Schemas["SandboxLifecycle"];

/** A product that can be bought. */
export type CatalogProduct = Schemas["SandboxCatalogProduct"];

/** An organization with its people. */
export type Customer = Schemas["Customer"];

/** A member with what they may use. */
export type Member = Schemas["SandboxMember"];

/** An organization. */
export type Organization = Schemas["SandboxOrganization"];
