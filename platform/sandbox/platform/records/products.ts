import type { Localized } from "./common.js";

/** A group of open APIs, published by the platform (§1, §3.3). */
export interface ApiProduct {
  readonly code: string;
  readonly version: string;
  readonly name: Localized;
  readonly description: Localized;
  readonly audience: string;
  /** Fixed identifiers, with descriptions. */
  readonly scopes: readonly { readonly name: string; readonly description: Localized }[];
  /** Requests in a number of seconds that one identity of an application may make. */
  readonly quota: {
    readonly requests: number;
    readonly seconds: number;
    /** Identities whose permission can be bound at once. Absent: no limit. */
    readonly bindings?: number | undefined;
  };
  readonly support: string;
  readonly environments: readonly ("sandbox" | "production")[];
  readonly identities: readonly ("application" | "user")[];
  /** Event and callback types that its grant lists (§6). */
  readonly eventTypes: readonly string[];
  readonly callbackTypes: readonly string[];
  /** `false`: the operator admits each application (§4.3, §4.4). */
  readonly standard?: boolean | undefined;
  readonly status: "active" | "deprecated" | "revoked";
}

/** What a customer can buy. */
export interface ProductRecord {
  readonly code: string;
  readonly name: Localized;
  readonly description: Localized;
  readonly plans: readonly Plan[];
}

/** A plan of a product; its definition never changes, a new version is another one (§2.3). */
export interface Plan {
  readonly code: string;
  readonly version: number;
  readonly name: Localized;
  readonly billing: "free" | "paid";
  /** An immutable reference to its price (§2.4), if it is paid. */
  readonly price?: string | undefined;
  readonly period: "month" | "year";
  readonly trialDays: number;
  readonly entitlements: readonly string[];
}
