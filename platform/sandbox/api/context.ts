import type { View } from "../platform/draft.js";
import type { Application, OauthClient, Permission } from "../platform/records/applications.js";
import type { SubscriptionRecord } from "../platform/records/commerce.js";
import type { Environment, IdentityType, Time } from "../platform/records/common.js";
import type { ApiProduct } from "../platform/records/products.js";
import type { Idempotency, Organization, Person } from "../platform/records/records.js";
import type { ApiRoute } from "./api-route.js";
import type { RequestContent } from "./request-content.js";

/** What a request came with instead of a valid token. */
export type BearerProblem =
  | { readonly kind: "missing" | "malformed" }
  | { readonly kind: "refused"; readonly problem: string };

/** Everything that the checks of one request look at. What depends on the token is absent if it isn't valid. */
export interface CheckContext {
  readonly view: View;
  readonly now: Time;
  /** The environment of the base URL that was called. */
  readonly environment: Environment;
  readonly route: ApiRoute;
  /** The identities that may call the operation. */
  readonly identities: readonly IdentityType[];
  /** What must be possible in the state of the subscription, if the operation changes it. */
  readonly trigger?: string | undefined;
  /** What the subscription's state permits; only for an operation that changes it. */
  readonly possible: readonly string[];
  /** Whether the subscription's state lets its customer use the product. */
  readonly givesAccess: boolean;
  readonly content: RequestContent;
  readonly tokenProblem?: BearerProblem | undefined;
  readonly claims?: TokenClaims | undefined;
  readonly client?: OauthClient | undefined;
  readonly application?: Application | undefined;
  readonly person?: Person | undefined;
  /** The API product that the operation belongs to. */
  readonly product?: ApiProduct | undefined;
  readonly permission?: Permission | undefined;
  readonly target: RequestTarget;
  /** The customer that the request is about. */
  readonly organization?: Organization | undefined;
  readonly idempotency: IdempotencyFacts;
  readonly quota: QuotaUse;
}

/** What is known about the request's `Idempotency-Key`. */
export interface IdempotencyFacts {
  /** `undefined` without a key, or if the operation takes none. */
  readonly id?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly known?: Idempotency | undefined;
  /** Whether this is the same command again. */
  readonly replay: boolean;
}

/** What a request is about. */
export interface RequestTarget {
  /**
   * `none`: nothing of a customer. `organization`: one customer. `list`: what the caller may see of several customers. `resource`: one
   * resource of a customer.
   */
  readonly kind: "none" | "organization" | "list" | "resource";
  /** The id of the customer, as far as the request or the resource says it; only a candidate until it is authorized. */
  readonly organization?: string | undefined;
  readonly resource?: ResourceTarget | undefined;
  /** The subscription whose state, product and entitlement matter. */
  readonly subscription?: SubscriptionRecord | undefined;
}

/** The resource of a request. */
interface ResourceTarget {
  readonly kind: "subscription" | "operation" | "accessEvent";
  /** Absent if there is none with the id that was asked for. */
  readonly id?: string | undefined;
  /** The application that it belongs to. */
  readonly owner?: string | undefined;
  readonly environment?: Environment | undefined;
}

/** A request that is about nothing of a customer. */
export const noTarget: RequestTarget = { kind: "none" };

/** What an access token says, after its signature and its lifetime were checked. */
export interface TokenClaims {
  /** The environment of its issuer. */
  readonly environment: Environment;
  /** The `client_id`. */
  readonly client: string;
  readonly application: string;
  readonly identity: IdentityType;
  /** Of the user identity. */
  readonly person?: string | undefined;
  /** Of a user's token: the membership of the space that was chosen at the sign-in. */
  readonly membership?: string | undefined;
  readonly audience: string;
  readonly scopes: readonly string[];
  /** The sandbox's time. */
  readonly issuedAt: number;
}

/** A token that was verified, or why it isn't valid: `problem` is a code, such as `expired`, and never contains any of the token. */
export type BearerToken = TokenClaims | { readonly problem: string };

/** Verifies an access token. */
export type VerifyToken = (token: string) => BearerToken | Promise<BearerToken>;

/** How much of a quota is used. */
interface QuotaUse {
  /** Requests of the current window, without this one. */
  readonly used: number;
  readonly limit: number;
  /** When the window ends, in the sandbox's time. */
  readonly until: Time;
}

/** Counts what each identity of an application asks of an API product, in windows of the sandbox's time. */
export interface Quotas {
  readonly use: (permission: string, quota: ApiProduct["quota"], now: Time) => QuotaUse;
  /** Counts a request; those that an earlier check denied don't count. */
  readonly count: (permission: string) => void;
}

/** No quota: for a request whose product isn't known. */
export const noQuota: QuotaUse = { used: 0, limit: 0, until: 0 };

/** Counters in memory, one for each permission that was used. */
export function createQuotas(): Quotas {
  const windows = new Map<string, { until: Time; used: number }>();
  return {
    use(permission, { requests, seconds }, now) {
      const length = seconds * 1000;
      let window = windows.get(permission);
      // A window that ends later than it could was counted before the state was restored to an earlier time, or under another quota.
      if (window === undefined || window.until <= now || window.until > now + length) {
        window = { until: now + length, used: 0 };
        windows.set(permission, window);
      }
      return { used: window.used, limit: requests, until: window.until };
    },
    count(permission) {
      const window = windows.get(permission);
      if (window !== undefined) window.used++;
    },
  };
}
