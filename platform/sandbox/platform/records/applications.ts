import type { Environment, IdentityType, Time } from "./common.js";

/** The integration of a product in one environment (§2.1). */
export interface Application {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly environment: Environment;
  /** The person who created it, or to whom it was transferred. */
  readonly owner: string;
  readonly organization: string;
  /** The product code that it is bound to, if any (§6.7). */
  readonly product?: string | undefined;
  readonly status: "active" | "revoked";
  /** Rises with each change of the record. */
  readonly revision: number;
}

/** The OAuth client of one identity of an application (§2.1). Its id is the `client_id`. */
export interface OauthClient {
  readonly id: string;
  readonly application: string;
  readonly identity: IdentityType;
  readonly status: "active" | "disabled";
  /** Of the application identity: SHA-256 in hexadecimal, never the secret itself (§5.4). */
  readonly secretHash?: string | undefined;
  readonly secretVersion: number;
  /** Rises when all tokens that the client has ever received end: with each new secret, and when it is disabled. Absent: 0. */
  readonly tokenVersion?: number | undefined;
  readonly redirectUris: readonly string[];
  readonly logoutUris: readonly string[];
  readonly origins: readonly string[];
}

/** The state of access to an API product, per application and identity (§3.1), and its binding (§3.2). */
export interface Permission {
  /** `permissionId(application, identity, product)`. */
  readonly id: string;
  readonly application: string;
  readonly environment: Environment;
  readonly identity: IdentityType;
  readonly product: string;
  readonly state:
    | "available"
    | "configuration-required"
    | "enabled"
    | "suspended"
    | "revoked"
    | "not-included";
  readonly scopes: readonly string[];
  readonly binding: "bound" | "drifted" | "temporarily-unverifiable";
  readonly requestedAt: Time;
  readonly revision: number;
}

/** An application is approved for a target organization (§5.5). */
export interface Approval {
  /** `approvalId(application, organization)`. */
  readonly id: string;
  readonly application: string;
  readonly organization: string;
  readonly status: "active" | "revoked";
}

/** A person's consent to an application's user identity, the delegated grant (§5.5). */
export interface Consent {
  /** `consentId(application, person)`. */
  readonly id: string;
  readonly application: string;
  readonly person: string;
  readonly scopes: readonly string[];
  readonly status: "active" | "revoked";
}

/** A partner may act for a customer (§5.5). */
export interface Delegation {
  /** `delegationId(partner, customer)`. */
  readonly id: string;
  readonly partner: string;
  readonly customer: string;
  readonly status: "active" | "revoked";
}

/** The customer's current authorization that covers its resources for an application (§5.5). */
export interface CustomerAuthorization {
  /** `approvalId(application, organization)`. */
  readonly id: string;
  readonly application: string;
  readonly organization: string;
  readonly status: "active" | "revoked";
}
